import { expect, test } from 'vitest'
import { commonPrefixSuffix } from './common-prefix-suffix.ts'

test.each([
  ['abc', 'abc', { start: 3, end: 0 }],
  ['abc', 'axc', { start: 1, end: 1 }],
  ['abc', 'abxc', { start: 2, end: 1 }],
  ['abbc', 'abc', { start: 2, end: 1 }],
  ['', 'ab', { start: 0, end: 0 }],
  ['aa', 'aaa', { start: 2, end: 0 }],
])('of %j and %j both ends stay', (a, b, expected) => {
  expect(commonPrefixSuffix(a, b)).toEqual(expected)
  expect(commonPrefixSuffix([...a], [...b])).toEqual(expected)
})
