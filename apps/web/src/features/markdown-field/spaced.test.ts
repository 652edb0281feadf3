import { expect, test } from 'vitest'
import { spaced } from './spaced.ts'

test.each([
  ['', '', 'X\n'],
  ['a', '', '\n\nX\n'],
  ['a\n', 'b', '\nX\n\n'],
  ['a\n\n', '\n\nb', 'X'],
  ['a', '\nb', '\n\nX\n'],
])('between %j and %j a block is on separate lines', (before, after, expected) => {
  expect(spaced({ before, block: 'X', after })).toBe(expected)
})
