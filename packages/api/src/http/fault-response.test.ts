import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { log } from '../observability/log.ts'
import { handleTrpc } from './handle-trpc.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
afterEach(() => vi.restoreAllMocks())

/** Returns the answers of REST and tRPC to an anonymous list of projects while the query fails with `cause`. */
async function askWhile(cause: Error) {
  vi.spyOn(server.services.db.projects, 'list').mockRejectedValue(cause)
  const logged = vi.spyOn(log, 'error').mockReturnValue(undefined)
  const trpc = await handleTrpc(new Request('http://assay.test/api/trpc/projects.list'), server.services, '/api/trpc')
  const rest = await server.send('/api/v1/projects')
  const summaryOf = async (answer: Response) => ({
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    text: await answer.text(),
  })
  return { trpc: await summaryOf(trpc), rest: await summaryOf(rest), logged: logged.mock.calls.length }
}

test.each([
  new Error('timeout exceeded when trying to connect'),
  new Error('timeout expired'),
  new Error('a query failed', { cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) }),
  Object.assign(new Error('too many clients already'), { code: '53300' }),
  Object.assign(new Error("Can't reach database server"), { code: 'P1001' }),
  Object.assign(new Error('Database error. Code: `57P01`.'), { code: 'P2039' }),
])('while the database is away, REST and tRPC ask to try again: %s', async (cause) => {
  const { trpc, rest, logged } = await askWhile(cause)
  for (const { status, retryAfter, text } of [trpc, rest]) {
    expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: '5' })
    expect(text).toContain('The database does not answer right now.')
  }
  expect(JSON.parse(trpc.text)).toMatchObject({
    error: { data: { code: 'SERVICE_UNAVAILABLE', app: { code: 'unavailable' } } },
  })
  expect(logged).toBe(0)
})

test.each([
  [Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }), 422, 'too-heavy'],
  [Object.assign(new Error('Raw query failed. Code: `57014`.'), { code: 'P2010' }), 422, 'too-heavy'],
  [Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' }), 503, 'unavailable'],
])('a time-out of the database is named with the next step: %s', async (cause, status, code) => {
  const { trpc, rest, logged } = await askWhile(cause)
  expect([trpc.status, rest.status]).toEqual([status, status])
  expect(JSON.parse(rest.text)).toMatchObject({ code, detail: expect.stringContaining('Nothing was stored') })
  expect(JSON.parse(trpc.text)).toMatchObject({ error: { data: { app: { code } } } })
  expect(logged).toBe(0)
})

test('a bug is logged with its stack, and the response has none', async () => {
  const { trpc, rest, logged } = await askWhile(new Error('relation "secret_table" does not exist'))
  for (const { status, text } of [trpc, rest]) {
    expect(status).toBe(500)
    expect(text).toContain('This is a bug, not your input.')
    expect(text).not.toContain('secret_table')
  }
  expect(logged).toBe(2)
})
