import { expect, test } from 'vitest'
import { MovedPages } from './moved-pages.ts'

const COMPARE = '/o/lab/p/demo/compare'

test('a moved page is remembered for a minute', () => {
  let now = 0
  const moved = new MovedPages(() => now)
  moved.add(COMPARE)
  now = 59_000
  expect([moved.has(COMPARE), moved.has('/o/lab/p/demo/series')]).toEqual([true, false])
  now = 61_000
  expect(moved.has(COMPARE)).toBe(false)
})

test('neither many nor long paths fill the memory', () => {
  const moved = new MovedPages(() => 0)
  const long = `${COMPARE}?version=${'9'.repeat(3_000)}`
  moved.add(long)
  expect(moved.has(long)).toBe(false)
  for (let at = 0; at <= 500; at++) moved.add(`/${at}`)
  expect([moved.has('/0'), moved.has('/1'), moved.has('/500')]).toEqual([false, true, true])
})

test('requests for one page wait until the first was moved, and others do not', async () => {
  const moved = new MovedPages()
  const began: string[] = []
  const never = new Promise<void>(() => undefined)
  const work = (name: string) => async () => {
    began.push(name)
    if (name === 'first') await never
  }
  void moved.afterFirst(COMPARE, work('first'))
  const second = moved.afterFirst(COMPARE, work('second'))
  await moved.afterFirst(`${COMPARE}?version=17`, work('other'))
  expect(began).toEqual(['first', 'other'])
  moved.add(COMPARE)
  await second
  expect(began).toEqual(['first', 'other', 'second'])
})

test('the next request for a page begins when the first has failed', async () => {
  const moved = new MovedPages()
  const failing = moved.afterFirst(COMPARE, async () => {
    throw new Error('not today')
  })
  let began = false
  const next = moved.afterFirst(COMPARE, async () => {
    began = true
  })
  await expect(failing).rejects.toThrow('not today')
  await next
  expect(began).toBe(true)
})
