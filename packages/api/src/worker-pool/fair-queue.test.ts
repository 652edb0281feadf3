import { expect, test } from 'vitest'
import { FairQueue, QueueFull } from './fair-queue.ts'

/** Work that ends when it is told to, in the order in which it began. */
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

test('keys take turns: one that asks for much does not hold up the others', async () => {
  const { began, ask, endNext } = stage(new FairQueue(1, 10))
  const all = ['busy', 'busy', 'busy', 'other', 'busy', 'third'].map((key) => ask(key))
  for (const _ of all) await endNext()
  expect(began).toEqual(['busy', 'busy', 'other', 'third', 'busy', 'busy'])
  await Promise.all(all)
})

test('as many run at once as there are slots, and a failure frees its slot', async () => {
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

test('too much of one key is refused, of another one not', async () => {
  const { ask, endNext } = stage(new FairQueue(1, 1))
  const all = [ask('a'), ask('a')]
  await expect(ask('a')).rejects.toBeInstanceOf(QueueFull)
  all.push(ask('b'))
  for (const _ of all) await endNext()
  await Promise.all(all)
})

test("work whose sender left never begins, and takes nobody's place", async () => {
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

test('one key leaves a slot for others, however much of it waits, and gets its own back', async () => {
  const { began, ask, endNext } = stage(new FairQueue(2, 10, 1))
  const all = ['busy', 'busy', 'busy', 'other', 'third'].map((key) => ask(key))
  expect(began).toEqual(['busy', 'other'])
  for (const _ of all) await endNext()
  expect(began).toEqual(['busy', 'other', 'busy', 'third', 'busy'])
  await Promise.all(all)
})
