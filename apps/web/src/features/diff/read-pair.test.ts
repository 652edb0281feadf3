import { expect, test } from 'vitest'
import { readPair } from './read-pair.ts'

test('two selected runs are a pair', () => {
  expect(readPair(new URLSearchParams('run=x&run=y'))).toEqual({ a: 'x', b: 'y' })
})

test('an address names its sides', () => {
  expect(readPair(new URLSearchParams('b=y&a=x'))).toEqual({ a: 'x', b: 'y' })
})

test.each([0, 1, 3])('%i selected runs are not a pair', (count) => {
  const query = new URLSearchParams(Array.from({ length: count }, (_, index) => ['run', `r${index}`]))
  expect(readPair(query)).toEqual({ ticked: count })
})
