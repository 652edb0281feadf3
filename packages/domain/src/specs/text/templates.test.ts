import { expect, test } from 'vitest'
import { blocksOf } from '../anchor/blocks.ts'
import { SPEC_KINDS } from '../spec.ts'
import { checkText } from './check-text.ts'
import { isTemplate, isUntouched, OUTLINES } from './templates.ts'

test.each(SPEC_KINDS)(
  'the outline of a %s spec has a text in every section, and cannot be scheduled as it is',
  (kind) => {
    expect(checkText(OUTLINES[kind], blocksOf(OUTLINES[kind]))).toEqual(['The text still says TODO.'])
  },
)

test('templates are the specs whose title says so', () => {
  expect(['Template', 'Template: storage', 'template for operators'].map((title) => isTemplate({ title }))).toEqual([
    true,
    true,
    true,
  ])
  expect(isTemplate({ title: 'Templates in C++' })).toBe(false)
})

test('only a text that nobody wrote into is replaced', () => {
  expect(isUntouched(' \n', '')).toBe(true)
  expect(isUntouched(OUTLINES.design, '')).toBe(true)
  expect(isUntouched('# Ours', '# Ours')).toBe(true)
  expect(isUntouched(`${OUTLINES.design}\nMine.`, '')).toBe(false)
})
