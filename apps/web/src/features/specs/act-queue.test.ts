import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createActQueue } from './act-queue.ts'

const REFUSED = (failure: string) => ({ failure, missing: [] })

type Answer = ReturnType<typeof REFUSED> | null

/** A request whose response the test decides. */
const request = () => Promise.withResolvers<Answer>()

/** Sends a request that is noted in a list. */
const noting = (sent: string[], name: string, response: Promise<Answer> | null) => async () => {
  sent.push(name)
  return response
}

test('an action that begins while another is sent is sent after it', async () => {
  const queue = createActQueue('one', () => undefined)
  const sent: string[] = []
  const [first, second] = [request(), request()]
  const done = [queue.add('a', noting(sent, 'a', first.promise)), queue.add('b', noting(sent, 'b', second.promise))]
  await Promise.resolve()
  expect(sent).toEqual(['a'])
  expect(queue.isBusy()).toBe(true)
  first.resolve(null)
  await done[0]
  await Promise.resolve()
  expect(sent).toEqual(['a', 'b'])
  second.resolve(null)
  expect(await Promise.all(done)).toEqual([true, true])
  expect(queue.isBusy()).toBe(false)
})

test('two queues of one spec share its order', async () => {
  const sent: string[] = []
  const first = request()
  const done = [
    createActQueue('two', () => undefined).add('a', noting(sent, 'a', first.promise)),
    createActQueue('two', () => undefined).add('a', noting(sent, 'b', null)),
  ]
  await Promise.resolve()
  expect(sent).toEqual(['a'])
  first.resolve(null)
  expect(await Promise.all(done)).toEqual([true, true])
  expect(sent).toEqual(['a', 'b'])
})

test('a double click is one action, and the same action again is another one', async () => {
  const queue = createActQueue('three', () => undefined)
  const sent: string[] = []
  const send = noting(sent, 'a', null)
  await Promise.all([queue.add('a', send), queue.add('a', send)])
  expect(sent).toHaveLength(1)
  await queue.add('a', send)
  expect(sent).toHaveLength(2)
  await Promise.all([queue.add('a', send), queue.add('b', send), queue.add('a', send)])
  expect(sent).toHaveLength(5)
})

test('a refusal stays until an action that began after it is stored', async () => {
  const queue = createActQueue('four', () => undefined)
  const [first, second] = [request(), request()]
  const done = [queue.add('a', () => first.promise), queue.add('b', () => second.promise)]
  first.resolve(REFUSED('No.'))
  await done[0]
  second.resolve(null)
  await done[1]
  expect(queue.refused().failure).toBe('No.')
  await queue.add('c', async () => REFUSED('Not this either.'))
  expect(queue.refused().failure).toBe('Not this either.')
  await queue.add('d', async () => null)
  expect(queue.refused().failure).toBe('')
})

test('an error that is thrown is a refusal, and the next action is sent', async () => {
  const queue = createActQueue('five', () => undefined)
  const done = queue.add('a', async () => {
    throw new Error('chunk missing')
  })
  const next = queue.add('b', async () => null)
  expect(await done).toBe(false)
  expect(queue.refused().failure).toBe('chunk missing')
  expect(await next).toBe(true)
})

test('every action is sent once and in order, and every refusal of them is shown', async () => {
  const actions = fc.array(fc.record({ isRefused: fc.boolean(), pause: fc.boolean() }), { maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(actions, async (list) => {
      const queue = createActQueue('six', () => undefined)
      const sent: number[] = []
      const done: Promise<boolean>[] = []
      for (const [at, { isRefused, pause }] of list.entries()) {
        done.push(
          queue.add(String(at), async () => {
            sent.push(at)
            await Promise.resolve()
            return isRefused ? REFUSED(`no ${at}`) : null
          }),
        )
        if (pause) await Promise.resolve()
      }
      expect(await Promise.all(done)).toEqual(list.map(({ isRefused }) => !isRefused))
      expect(sent).toEqual(list.map((_, at) => at))
      expect(queue.isBusy()).toBe(false)
      const last = list.findLastIndex(({ isRefused }) => isRefused)
      if (list.length > 0 && last === list.length - 1) expect(queue.refused().failure).toContain(`no ${last}`)
    }),
  )
})
