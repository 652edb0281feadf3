import { expect, test } from 'vitest'
import { neededWords } from './cell-verdict.tsx'

test.each([
  [5, { own: 2, base: 2 }, '3 more repeats on each side'],
  [5, { own: 4, base: 5 }, '1 more repeat'],
  [5, { own: 5, base: 3 }, '2 more repeats of the base'],
  [5, { own: 2, base: 4 }, '3 more repeats, and 1 more of the base'],
  [2, { own: 3, base: 2 }, 'more repeats do not help: the ratio is at the edge of a band'],
])('a verdict that needs %d repeats and has %o asks for: %s', (needed, repeats, words) => {
  expect(neededWords(needed, repeats)).toBe(words)
})
