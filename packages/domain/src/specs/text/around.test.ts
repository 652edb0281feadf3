import { expect, test } from 'vitest'
import type { Block } from '../anchor/block.ts'
import { type Anchor, WHOLE } from '../spec.ts'
import { aroundPlacement } from './around.ts'

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

test('the quote is shown with its context, and long neighbors are truncated', () => {
  expect(aroundPlacement(BLOCKS, ANCHOR, on('exact'))).toEqual({
    headings: ['Goals'],
    before: 'Goals',
    left: 'Sums are ',
    marked: 'exact',
    right: ' on every machine.',
    after: `${'x'.repeat(600)}…`,
  })
})

test('comments on the whole spec, on deleted text and without a position have no context', () => {
  expect(aroundPlacement(BLOCKS, WHOLE, on('exact'))).toBeNull()
  expect(aroundPlacement(BLOCKS, ANCHOR, on('detached'))).toBeNull()
  expect(aroundPlacement(BLOCKS, ANCHOR, undefined)).toBeNull()
  expect(aroundPlacement([], ANCHOR, on('exact'))).toBeNull()
})

test('for a figure the quoted text is its caption and not its block source', () => {
  const source = '/p/demo/saved/sort name: sort caption: Rows in a second'
  const blocks = [block('b1', 'paragraph', 'It is fast.'), block('b2', 'figure', source)]
  const placement = { state: 'exact', block: 'b2', start: 0, end: source.length } as const
  const around = aroundPlacement(blocks, { ...ANCHOR, kind: 'figure' }, placement)
  expect(around).toMatchObject({ before: 'It is fast.', left: '', marked: 'Rows in a second', right: '' })
})
