import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handleTrpc } from './handle-trpc.ts'
import { DEFAULT_LIMITS, NO_LIMITS, readLimits } from './limit-rules.ts'
import { RateLimiter, type Subject } from './rate-limit.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer({ limits: 'api.address=5/h api.token=400/h upload.token=3/h' })
  token = (await server.addProject('demo')).token
})
afterAll(() => server.stop())

const somebody = (): Subject[] => [{ kind: 'address', id: crypto.randomUUID() }]
/** A busy machine may take longer for a lease than production waits. */
const OPTIONS = { now: () => 0, storeTimeoutMs: 60_000 }
const rules = { ...NO_LIMITS, api: { address: { count: 400, seconds: 100 } } }

/** Counts how many of `count` requests pass, with `at once` of them in parallel. */
async function passed(limiter: RateLimiter, subjects: Subject[], count: number): Promise<number> {
  const taken = await Promise.all(Array.from({ length: count }, () => limiter.take('api', subjects)))
  return taken.filter(({ ok }) => ok).length
}

test('several processes together let through what the budget allows, and no more', async () => {
  const slow = { ...NO_LIMITS, api: { address: { count: 400, seconds: 100_000 } } }
  const open = () => new RateLimiter(server.db.limits, slow, OPTIONS)
  const [a, b] = [open(), open()]
  const caller = somebody()
  let through = 0
  for (let round = 0; round < 10; round++) {
    const both = await Promise.all([passed(a, caller, 30), passed(b, caller, 30)])
    through += both[0] + both[1]
  }
  expect(through).toBeGreaterThanOrEqual(380)
  expect(through).toBeLessThanOrEqual(400)
  // Another subject is not affected.
  expect(await passed(b, somebody(), 30)).toBe(30)
})

test('a slice is leased at once, so that most requests need no query', async () => {
  let leases = 0
  const counting = {
    lease: (lease: Parameters<typeof server.db.limits.lease>[0]) => {
      leases += 1
      return server.db.limits.lease(lease)
    },
  }
  const limiter = new RateLimiter(counting, rules, OPTIONS)
  const caller = somebody()
  for (let i = 0; i < 100; i++) expect((await limiter.take('api', caller)).ok).toBe(true)
  expect(leases).toBe(5)
})

test('the unused rest of a lease returns to the shared budget', async () => {
  let now = 0
  const limiter = new RateLimiter({ lease: async ({ want }) => ({ granted: want, remaining: 0 }) }, rules, {
    now: () => now,
  })
  const caller = somebody()
  expect(await limiter.take('api', caller)).toMatchObject({ ok: true, limited: { remaining: 19 } })
  now = 60_000
  expect(await limiter.take('api', caller)).toMatchObject({ ok: true, limited: { remaining: 19 } })
})

test('while the database is unavailable a small share passes, and refusals do not wait for it', async () => {
  let requests = 0
  const silent = () => {
    requests += 1
    return new Promise<never>(() => {})
  }
  const dead = new RateLimiter({ lease: silent }, rules, { now: () => 0 })
  expect(await passed(dead, somebody(), 100)).toBe(20)
  expect(requests).toBe(1)
  const refusing = new RateLimiter({ lease: () => Promise.reject(new Error('away')) }, rules, { now: () => 0 })
  expect(await passed(refusing, somebody(), 100)).toBe(20)
})

test('a refusal states when to try again, and the shared budget is not queried before that', async () => {
  let now = 0
  const none = { lease: async ({ need }: { need: number }) => ({ granted: 0, remaining: need - 10 }) }
  const limiter = new RateLimiter(none, rules, { now: () => now })
  const caller = somebody()
  expect(await limiter.take('api', caller, 20)).toMatchObject({ ok: false, retryAfterSeconds: 3 })
  let requests = 0
  none.lease = async ({ need }) => {
    requests += 1
    return { granted: need, remaining: 0 }
  }
  expect((await limiter.take('api', caller, 20)).ok).toBe(false)
  expect(requests).toBe(0)
  now = 3_000
  expect((await limiter.take('api', caller, 20)).ok).toBe(true)
})

test('a request over its limit gets 429 with Retry-After, in REST and tRPC, for its own subject', async () => {
  const anonymously = (address: string) =>
    server.send('/api/v1/projects', { headers: { 'x-assay-client-address': address } })
  const answers = []
  for (let i = 0; i < 6; i++) answers.push(await anonymously('192.0.2.1'))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
  expect(answers[0]?.headers.get('ratelimit-policy')).toBe('"api";q=5;w=3600')
  expect(answers[3]?.headers.get('ratelimit')).toMatch(/^"api";r=1;t=\d+$/)
  const refused = answers[5]
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(600)
  expect(await refused?.json()).toMatchObject({ code: 'too-many-requests', status: 429 })
  expect((await anonymously('192.0.2.2')).status).toBe(200)
  const trpc = handleTrpc(
    new Request('http://assay.test/api/trpc/projects.list', { headers: { 'x-assay-client-address': '192.0.2.1' } }),
    server.services,
    '/api/trpc',
  )
  expect((await trpc).status).toBe(429)
})

test("invalid tokens are counted for the sender's address", async () => {
  const headers = { authorization: 'Bearer nonsense', 'x-assay-client-address': '192.0.2.9' }
  const statuses = []
  for (let i = 0; i < 6; i++) statuses.push((await server.send('/api/v1/projects', { headers })).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
})

test('uploads have a separate budget, whatever their outcome', async () => {
  const upload = () =>
    server.send(`/api/v1/runs/${crypto.randomUUID()}`, {
      method: 'PUT',
      body: '{}',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })
  const statuses = []
  for (let i = 0; i < 4; i++) statuses.push((await upload()).status)
  expect(statuses).toEqual([422, 422, 422, 429])
  expect((await server.send('/api/v1/projects', { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
})

test('limits can be changed one by one, and a typing error is reported', () => {
  expect(readLimits('')).toEqual(DEFAULT_LIMITS)
  expect(readLimits('off')).toEqual(NO_LIMITS)
  const changed = readLimits(' api.address=600/m  sign-in.email=5/15m page.address=off ')
  expect(changed.api.address).toEqual({ count: 600, seconds: 60 })
  expect(changed['sign-in'].email).toEqual({ count: 5, seconds: 900 })
  expect(changed.page).toEqual({})
  expect(changed.api.token).toEqual(DEFAULT_LIMITS.api.token)
  for (const wrong of ['api=1/m', 'api.nobody=1/m', 'api.address=0/m', 'api.address=x', 'toString.length=1/m']) {
    expect(() => readLimits(wrong), wrong).toThrow(/ASSAY_LIMITS/)
  }
})
