import { expect, test } from 'vitest'
import { Memo } from './memo.ts'

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

test('a memo answers again without work, and forgets what was asked longest ago', () => {
  const { made, ask } = asking(24)
  const asked = ['one', 'two', 'abc', 'def', 'one', 'xyz', 'one', 'two']
  expect(asked.map((key) => ask(key))).toEqual(asked.map((key) => key.toUpperCase()))
  expect(made).toEqual(['one', 'two', 'abc', 'def', 'xyz', 'two'])
})

test('what is too large is not kept, and what does not hold any more is made again', () => {
  const { made, ask } = asking(24)
  ask('longer than a quarter')
  ask('longer than a quarter')
  ask('one')
  ask('one', () => false)
  ask('one', () => true)
  expect(made).toEqual(['longer than a quarter', 'longer than a quarter', 'one', 'one'])
})
