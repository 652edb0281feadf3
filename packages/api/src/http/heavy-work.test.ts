import { expect, test, vi } from 'vitest'
import type { Caller } from '../access/resolve-access.ts'
import { faultOfRequest, withRequestId } from '../observability/request-context.ts'
import { callCost, HEAVY_COST } from './call-cost.ts'
import { createHeavyWork } from './heavy-work.ts'

/** A heavy call that may be small, so that it is not moved by its name. */
const HEAVY = 'compare'

const callerAt = (address: string): Caller => ({
  kind: 'anonymous',
  request: { address, requestId: null, headers: new Headers() },
})

/** Creates work that ends when the test says so; records the order in which it started. */
function stage(options: Parameters<typeof createHeavyWork>[0]) {
  const heavy = createHeavyWork(options)
  const began: string[] = []
  const ends: (() => void)[] = []
  const ask = (address: string, name = HEAVY) =>
    heavy.run({ caller: callerAt(address), name }, () => {
      began.push(address)
      return new Promise<string>((end) => ends.push(() => end(address)))
    })
  const endNext = async () => {
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { began, ask, endNext, heavy }
}

test('callers take turns with heavy calls, and light calls do not wait', async () => {
  const { began, ask, endNext } = stage({ running: 1 })
  const answers = ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2'].map((address) => ask(address))
  answers.push(ask('192.0.2.1', 'comparisons.builder'))
  expect(callCost('comparisons.builder')).toBeLessThan(HEAVY_COST)
  expect(began).toEqual(['192.0.2.1', '192.0.2.1'])
  for (const _ of answers) await endNext()
  expect(began.slice(2)).toEqual(['192.0.2.2', '192.0.2.1', '192.0.2.1'])
  expect((await Promise.all(answers)).every(({ ok }) => ok)).toBe(true)
})

test('a caller with too many waiting calls gets 429, other callers do not', async () => {
  const { ask, endNext } = stage({ running: 1, waiting: 1 })
  const answers = [ask('192.0.2.1'), ask('192.0.2.1')]
  expect(await ask('192.0.2.1')).toMatchObject({ ok: false, error: { code: 'too-many-requests' } })
  answers.push(ask('192.0.2.2'))
  for (const _ of answers) await endNext()
  expect((await Promise.all(answers)).every(({ ok }) => ok)).toBe(true)
})

test('a call that waits too long gets 503, and never runs', async () => {
  const { began, ask, endNext } = stage({ running: 1, waitMs: 1 })
  const first = ask('192.0.2.1')
  expect(await ask('192.0.2.2')).toMatchObject({ ok: false, error: { code: 'unavailable' } })
  await endNext()
  await first
  expect(began).toEqual(['192.0.2.1'])
})

test('a call that waits too long gets 429 when its caller used the server just before', async () => {
  const { ask, endNext } = stage({ running: 1, waitMs: 1 })
  const before = ask('192.0.2.2')
  await endNext()
  await before
  const first = ask('192.0.2.1')
  expect(await ask('192.0.2.2')).toMatchObject({ ok: false, error: { code: 'too-many-requests' } })
  await endNext()
  await first
})

test('a call that waits too long behind those of its own caller gets 429, because the server is not busy', async () => {
  const { began, ask, endNext } = stage({ running: 2, waitMs: 1 })
  const first = ask('192.0.2.1')
  expect(await ask('192.0.2.1')).toMatchObject({ ok: false, error: { code: 'too-many-requests' } })
  await endNext()
  await first
  expect(began).toEqual(['192.0.2.1'])
})

test('callers that send their bodies slowly hold no slot', async () => {
  const { began, ask, endNext, heavy } = stage({ running: 1 })
  const sent = Promise.withResolvers<void>()
  const slow = heavy.run({ caller: callerAt('192.0.2.1'), name: HEAVY, receive: () => sent.promise }, async () => {
    began.push('slow')
  })
  const quick = ask('192.0.2.2')
  await vi.waitFor(() => expect(began).toEqual(['192.0.2.2']))
  sent.resolve()
  await endNext()
  expect([await quick, await slow].every(({ ok }) => ok)).toBe(true)
  expect(began).toEqual(['192.0.2.2', 'slow'])
})

test('the time in which a body arrives is not counted as waiting', async () => {
  const heavy = createHeavyWork({ waitMs: 50 })
  const receive = () => new Promise<void>((resolve) => setTimeout(resolve, 80))
  expect(await heavy.run({ caller: callerAt('192.0.2.1'), name: HEAVY, receive }, async () => 1)).toEqual({
    ok: true,
    value: 1,
  })
})

test('an error of the work is passed on and is not a refusal', async () => {
  const heavy = createHeavyWork({})
  const work = () => Promise.reject(new Error('a bug'))
  await expect(heavy.run({ caller: callerAt('192.0.2.1'), name: HEAVY }, work)).rejects.toThrow('a bug')
})

test('a call whose sender left while it waited never runs, and is not logged as a fault', async () => {
  const heavy = createHeavyWork({ running: 1 })
  const first = Promise.withResolvers<void>()
  const running = heavy.run({ caller: callerAt('192.0.2.1'), name: HEAVY }, () => first.promise)
  const sender = new AbortController()
  let ran = false
  const waiting = heavy.run({ caller: callerAt('192.0.2.2'), name: HEAVY, signal: sender.signal }, async () => {
    ran = true
  })
  sender.abort()
  expect(await waiting).toMatchObject({ ok: false })
  first.resolve()
  await running
  expect(ran).toBe(false)
})

test('a refused call is remembered as the reason of a page that fails', async () => {
  const { ask, endNext } = stage({ running: 1, waiting: 1 })
  const answers = [ask('192.0.2.1'), ask('192.0.2.1')]
  const fault = await withRequestId(
    () => null,
    async () => {
      expect((await ask('192.0.2.1')).ok).toBe(false)
      return faultOfRequest()()
    },
  )
  expect(fault?.code).toBe('too-many-requests')
  for (const _ of answers) await endNext()
  await Promise.all(answers)
})
