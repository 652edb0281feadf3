import { expect, test } from 'vitest'
import { Memo } from './lru-cache.ts'

function asking(most: number) {
  const made: string[] = []
  const memo = new Memo<string>(most)
  const ask = (key: string, isStill?: () => boolean) =>
    memo.get(
      key,
      () => {
        made.push(key)
        return key.toUpperCase()
      },
      (value) => value.length,
      isStill,
    )
  return { made, ask }
}

test('a memo returns cached values and drops the least recently used', () => {
  const { made, ask } = asking(24)
  const requested = ['one', 'two', 'abc', 'def', 'one', 'xyz', 'one', 'two']
  expect(requested.map((key) => ask(key))).toEqual(requested.map((key) => key.toUpperCase()))
  expect(made).toEqual(['one', 'two', 'abc', 'def', 'xyz', 'two'])
})

test('values that are too large are not cached, and stale values are computed again', () => {
  const { made, ask } = asking(24)
  ask('longer than a quarter')
  ask('longer than a quarter')
  ask('one')
  ask('one', () => false)
  ask('one', () => true)
  expect(made).toEqual(['longer than a quarter', 'longer than a quarter', 'one', 'one'])
})
