import { expect, test, vi } from 'vitest'
import { FairQueue, QueueFull } from './fair-queue.ts'

/** Queues work that ends when the test says so, and records the order in which it started. */
function stage(queue: FairQueue) {
  const began: string[] = []
  const ends: (() => void)[] = []
  const ask = (key: string, signal?: AbortSignal) =>
    queue.run(
      key,
      () => {
        began.push(key)
        return new Promise<void>((end) => ends.push(end))
      },
      signal,
    )
  const endNext = async () => {
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { began, ask, endNext }
}

test('a key with much work does not delay the others', async () => {
  const { began, ask, endNext } = stage(new FairQueue(1, 10))
  const all = ['busy', 'busy', 'busy', 'other', 'busy', 'third'].map((key) => ask(key))
  for (const _ of all) await endNext()
  expect(began).toEqual(['busy', 'other', 'third', 'busy', 'busy', 'busy'])
  await Promise.all(all)
})

test('of two keys the one whose work ran shorter goes first, and after a while both are equal again', async () => {
  vi.useFakeTimers()
  try {
    const queue = new FairQueue(1, 10)
    const { began, ask } = stage(queue)
    const runFor = (key: string, ms: number) => queue.run(key, () => new Promise((end) => setTimeout(end, ms)))
    for (const [key, ms] of [
      ['long', 2_000],
      ['short', 20],
    ] as const) {
      const work = runFor(key, ms)
      await vi.advanceTimersByTimeAsync(ms)
      await work
    }
    const running = runFor('other', 5)
    const waiting = [ask('long'), ask('short')]
    await vi.advanceTimersByTimeAsync(5)
    await running
    expect(began).toEqual(['short'])
    expect(waiting).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(20 * 60_000)
    expect(queue.recentUse('long')).toBeLessThan(0.01)
  } finally {
    vi.useRealTimers()
  }
})

test('at most `slots` pieces run at once, and a failure frees its slot', async () => {
  const queue = new FairQueue(2, 10)
  const { began, ask, endNext } = stage(queue)
  await expect(queue.run('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  const all = [ask('a'), ask('b'), ask('c')]
  expect(began).toEqual(['a', 'b'])
  await endNext()
  expect(began).toEqual(['a', 'b', 'c'])
  await endNext()
  await endNext()
  await Promise.all(all)
})

test('work of a key with a full queue is refused, that of another key is not', async () => {
  const { ask, endNext } = stage(new FairQueue(1, 1))
  const all = [ask('a'), ask('a')]
  await expect(ask('a')).rejects.toBeInstanceOf(QueueFull)
  all.push(ask('b'))
  for (const _ of all) await endNext()
  await Promise.all(all)
})

test('work whose sender left never starts, and takes no slot', async () => {
  const { began, ask, endNext } = stage(new FairQueue(1, 2))
  const controller = new AbortController()
  const running = ask('a')
  const left = ask('b', controller.signal)
  const after = ask('b')
  controller.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  await endNext()
  await endNext()
  await Promise.all([running, after])
  expect(began).toEqual(['a', 'b'])
})

test('one key leaves a slot for others, however much of its work waits, and gets its slots back', async () => {
  const { began, ask, endNext } = stage(new FairQueue(2, 10, 1))
  const all = ['busy', 'busy', 'busy', 'other', 'third'].map((key) => ask(key))
  expect(began).toEqual(['busy', 'other'])
  for (const _ of all) await endNext()
  expect(began).toEqual(['busy', 'other', 'third', 'busy', 'busy'])
  await Promise.all(all)
})
