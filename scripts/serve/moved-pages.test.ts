import { expect, test } from 'vitest'
import { rememberMovedPages } from './moved-pages.ts'

test('a moved page is remembered for a minute', () => {
  let now = 0
  const moved = rememberMovedPages(() => now)
  moved.add('/o/lab/p/demo/compare')
  now = 59_000
  expect(moved.has('/o/lab/p/demo/compare')).toBe(true)
  expect(moved.has('/o/lab/p/demo/series')).toBe(false)
  now = 61_000
  expect(moved.has('/o/lab/p/demo/compare')).toBe(false)
})

test('neither many nor long paths fill the memory', () => {
  const moved = rememberMovedPages(() => 0)
  const long = `/o/lab/p/demo/compare?version=${'9'.repeat(3_000)}`
  moved.add(long)
  expect(moved.has(long)).toBe(false)
  for (let at = 0; at <= 500; at++) moved.add(`/${at}`)
  expect([moved.has('/0'), moved.has('/1'), moved.has('/500')]).toEqual([false, true, true])
})
