import { expect, test } from 'vitest'
import { identifyBlocks } from '../anchor/align-blocks.ts'
import { anchorIn } from '../anchor/anchor-in.ts'
import { placementOf } from '../anchor/re-anchor.ts'
import { applySuggestion } from './apply-suggestion.ts'

const TEXT = '# Sums\n\nSums must not\ndiffer, and sums are fast.\n\n- A *fast* sum is a sum.\n'

function suggest(quote: string, suggestion: string, { at = quote, prefix = '', suffix = '' } = {}) {
  const { blocks } = identifyBlocks([], TEXT, 1)
  const block = blocks.find(({ text }) => text.includes(at))?.id ?? null
  const anchor = anchorIn(blocks, { kind: 'range', block, quote, prefix, suffix })
  if (anchor === null) throw new Error(`"${quote}" is not in the text`)
  return applySuggestion({ text: TEXT, blocks }, { anchor, suggestion }, placementOf(anchor))
}

test('suggested words replace the quoted ones, also over wrapped lines, and nothing else', () => {
  expect(suggest('must not differ', 'do not differ')).toEqual({
    ok: true,
    value: '# Sums\n\nSums do not differ, and sums are fast.\n\n- A *fast* sum is a sum.\n',
  })
  expect(suggest(', and sums are fast', '')).toMatchObject({ value: expect.stringContaining('differ.\n') })
})

test('of equal words the quoted ones are replaced', () => {
  expect(suggest('sum', 'total', { at: 'A fast sum', prefix: 'sum is a ' })).toMatchObject({
    value: expect.stringContaining('- A *fast* sum is a total.'),
  })
})

test('words with markup and words that were edited are left to the author', () => {
  expect(suggest('fast sum', 'quick sum')).toMatchObject({ ok: false, error: expect.stringContaining('markup') })
  const { blocks } = identifyBlocks([], TEXT.replace('must not', 'may'), 1)
  const anchor = { kind: 'range', block: 'b2', start: 5, end: 13, quote: 'must not' } as const
  const rest = { prefix: '', suffix: '', headings: [] }
  const edited = { state: 'adjusted', block: 'b2', start: 5, end: 8 } as const
  expect(
    applySuggestion({ text: TEXT, blocks }, { anchor: { ...anchor, ...rest }, suggestion: 'do not' }, edited),
  ).toEqual({
    ok: false,
    error: 'The selected text was edited after the comment. Edit the spec by hand.',
  })
})
