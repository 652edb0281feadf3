import { expect, test } from 'vitest'
import type { Block } from '../anchor/block.ts'
import { aroundPlacement } from './around.ts'
import { type Anchor, WHOLE } from './spec.ts'

const block = (id: string, kind: Block['kind'], text: string): Block => ({
  ...{ id, kind, text },
  ...{ depth: kind === 'heading' ? 2 : 0, start: 0, end: 0 },
})
const BLOCKS = [
  block('b1', 'heading', 'Goals'),
  block('b2', 'paragraph', 'Sums are exact on every machine.'),
  block('b3', 'paragraph', 'x'.repeat(2_000)),
]
const ANCHOR: Anchor = { ...WHOLE, kind: 'range', block: 'b2' }
const on = (state: 'exact' | 'detached') => ({ state, block: 'b2', start: 9, end: 14 })

test('what is meant is shown with the words beside it, and long neighbours are cut', () => {
  expect(aroundPlacement(BLOCKS, ANCHOR, on('exact'))).toEqual({
    headings: ['Goals'],
    before: 'Goals',
    left: 'Sums are ',
    marked: 'exact',
    right: ' on every machine.',
    after: `${'x'.repeat(600)}…`,
  })
})

test('there is nothing around the whole, around words that are gone, and around what has no place', () => {
  expect(aroundPlacement(BLOCKS, WHOLE, on('exact'))).toBeNull()
  expect(aroundPlacement(BLOCKS, ANCHOR, on('detached'))).toBeNull()
  expect(aroundPlacement(BLOCKS, ANCHOR, undefined)).toBeNull()
  expect(aroundPlacement([], ANCHOR, on('exact'))).toBeNull()
})
