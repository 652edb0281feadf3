import { expect, test } from 'vitest'
import { LruCache } from './lru-cache.ts'

function cacheOf(maxWeight: number) {
  const computed: string[] = []
  const cache = new LruCache<string>(maxWeight)
  const get = (key: string, isFresh?: () => boolean) =>
    cache.get(
      key,
      () => {
        computed.push(key)
        return key.toUpperCase()
      },
      (value) => value.length,
      isFresh,
    )
  return { computed, get }
}

test('a cache returns cached values and drops the least recently used', () => {
  const { computed, get } = cacheOf(24)
  const requested = ['one', 'two', 'abc', 'def', 'one', 'xyz', 'one', 'two']
  expect(requested.map((key) => get(key))).toEqual(requested.map((key) => key.toUpperCase()))
  expect(computed).toEqual(['one', 'two', 'abc', 'def', 'xyz', 'two'])
})

test('values that are too large are not cached, and stale values are computed again', () => {
  const { computed, get } = cacheOf(24)
  get('longer than a quarter')
  get('longer than a quarter')
  get('one')
  get('one', () => false)
  get('one', () => true)
  expect(computed).toEqual(['longer than a quarter', 'longer than a quarter', 'one', 'one'])
})
