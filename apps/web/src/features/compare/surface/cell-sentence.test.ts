import { expect, test } from 'vitest'
import { cellSentence } from './cell-sentence.ts'

const cell = { ratio: 0.93, isBase: false, better: 'higher', metric: 'qps', verdict: null } as const
const names = { own: '18.0', base: '16.10' }

test('a cell is a sentence in percent', () => {
  expect(cellSentence(cell, names)).toBe('18.0 is 7% slower than 16.10.')
  expect(cellSentence({ ...cell, ratio: 1.9 }, names)).toBe('18.0 is 90% faster than 16.10.')
  expect(cellSentence({ ...cell, ratio: 1.06, better: 'lower', metric: 'cpu/o' }, names)).toBe(
    '18.0 has 6% more cpu/o than 16.10.',
  )
  expect(cellSentence({ ...cell, ratio: 1.001 }, names)).toBe('18.0 is the same as 16.10.')
})

test('the base and a missing value have no sentence', () => {
  expect(cellSentence({ ...cell, isBase: true }, names)).toBeNull()
  expect(cellSentence({ ...cell, ratio: null }, names)).toBeNull()
})
