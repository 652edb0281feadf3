import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Spool } from '../spool/spool.ts'
import { sha256Hex } from '../spool/spool-entry.ts'
import { FakeClock } from '../testing/fake-clock.ts'
import { FakeServer, TOKEN } from '../testing/fake-server.ts'
import { noBlobs, sampleRun } from '../testing/sample-run.ts'
import { DEFAULT_PATIENCE } from './backoff.ts'
import { type FlushInput, type FlushReport, flush } from './flush.ts'
import { sendEntry } from './send-entry.ts'

let server: FakeServer
let spool: Spool
let clock: FakeClock
let directory: string

beforeEach(async () => {
  server = await FakeServer.start()
  clock = new FakeClock()
  directory = await mkdtemp(join(tmpdir(), 'assay-flush-'))
  spool = await Spool.open(directory, { now: Date.now() })
})

afterEach(async () => {
  await server.stop()
  await rm(directory, { recursive: true })
})

async function spoolRuns(count: number): Promise<string[]> {
  const names: string[] = []
  for (let qps = 1; qps <= count; qps++) {
    names.push(await spool.put({ server: server.url, project: 'lab', document: () => sampleRun(qps), blobs: noBlobs }))
  }
  return names
}

function flushAll(
  names: readonly string[],
  changes: Partial<FlushInput> & { token?: string; url?: string } = {},
): Promise<FlushReport> {
  const { token = TOKEN, url = server.url, ...rest } = changes
  const connection = { serverUrl: new URL(url), token, fetch }
  return flush({
    spool,
    names,
    send: (entry, attempt) => sendEntry({ connection, clock }, entry, attempt),
    clock,
    concurrency: 2,
    patience: DEFAULT_PATIENCE,
    signal: new AbortController().signal,
    ...rest,
  })
}

test('a normal server gets every run once, and the spool ends empty with a receipt per run', async () => {
  const report = await flushAll(await spoolRuns(5))
  expect(report).toMatchObject({ pending: [], pendingReason: null, gone: 0, rejected: [] })
  expect(report.stored.map(({ outcome }) => outcome)).toEqual(Array(5).fill('stored'))
  expect(server.received).toHaveLength(5)
  expect(await spool.waiting()).toEqual([])
  expect(await readdir(spool.path('locks'))).toEqual([])
  expect((await spool.receipts()).map(({ receipt }) => receipt?.run)).toEqual(
    Array(5).fill('Postgres 18.0 o2nofp x10b_c8r32, pn53, sysbench cached'),
  )
})

test('bodies are sent as gzip with the token in the header', async () => {
  await flushAll(await spoolRuns(1))
  expect(server.requests[0]).toMatchObject({
    method: 'POST',
    path: '/api/trpc/runs.upload',
    headers: { 'content-encoding': 'gzip', 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
  })
})

test('after 429 the CLI waits for the seconds of Retry-After and a little more', async () => {
  server.misbehaviors = [{ status: 429, retryAfter: '7' }]
  const report = await flushAll(await spoolRuns(1))
  expect(report.stored).toHaveLength(1)
  expect(clock.slept).toEqual([7_500])
})

test('Retry-After may be a date', async () => {
  server.misbehaviors = [{ status: 503, retryAfter: 'Thu, 01 Jan 2026 00:00:20 GMT' }]
  await flushAll(await spoolRuns(1))
  expect(clock.slept).toEqual([20_500])
})

test('a Retry-After delays the other uploads too', async () => {
  server.misbehaviors = [{ status: 429, retryAfter: '30' }]
  const names = await spoolRuns(3)
  const report = await flushAll(names, { concurrency: 1 })
  expect(report.stored).toHaveLength(3)
  expect(clock.slept).toEqual([30_500])
})

test.each<[string, FakeServer['misbehaviors'][number]]>([
  ['408', { status: 408 }],
  ['425', { status: 425 }],
  ['500', { status: 500 }],
  ['502 from a proxy, in HTML', { status: 502, form: 'html' }],
  ['503', { status: 503 }],
  ['a connection reset mid-body', 'reset'],
  ['an answer lost after the run was stored', 'store, then reset'],
  ['an answer cut short', 'store, then reset mid-answer'],
])('%s is retried until the run is stored, once', async (_name, misbehavior) => {
  server.misbehaviors = [misbehavior, misbehavior]
  const report = await flushAll(await spoolRuns(1))
  expect(report.stored).toHaveLength(1)
  expect(server.runs.size).toBe(1)
  expect(clock.slept).toEqual([500, 1_000]) // Half of 1 s and of 2 s: full jitter at random() = 0.5.
  expect(await spool.waiting()).toEqual([])
})

test.each([400, 413, 415, 422])(
  '%i is never retried: the run moves to rejected/ with reason and JSON pointer',
  async (status) => {
    server.misbehaviors = [{ status, detail: 'must not be negative', pointer: '/results/0/clients' }]
    const [name] = await spoolRuns(1)
    const report = await flushAll([name ?? ''])
    expect(report.rejected).toHaveLength(1)
    expect(report.pending).toEqual([])
    expect(server.requests).toHaveLength(1)
    expect(await spool.rejected()).toMatchObject([
      { name, rejection: { status, reason: 'must not be negative', places: [{ pointer: '/results/0/clients' }] } },
    ])
    expect(await spool.waiting()).toEqual([])
  },
)

test('a problem document of the HTTP layer or of REST is parsed too', async () => {
  server.misbehaviors = [{ status: 413, detail: 'The body is over 8 MB as sent.', pointer: '', form: 'problem' }]
  const report = await flushAll(await spoolRuns(1))
  expect(report.rejected[0]?.rejection).toMatchObject({
    status: 413,
    reason: 'The body is over 8 MB as sent.',
    places: [{ pointer: '' }],
  })
})

test.each([
  ['401', { token: 'assay_wrong' }, /does not accept the token/],
  ['403', {}, /does not allow this/],
  ['404', {}, /no such project/],
  ['a redirect', {}, /Set ASSAY_URL/],
])('%s stops the command and keeps every run', async (name, changes, reason) => {
  const names = await spoolRuns(4)
  if (name === '403') server.misbehaviors = [{ status: 403 }]
  if (name === '404') server.misbehaviors = [{ status: 404, detail: 'There is no such project.' }]
  if (name === 'a redirect') server.misbehaviors = [{ status: 308, form: 'html' }]
  const report = await flushAll(names, { ...changes, concurrency: 1 })
  expect(report.pendingReason).toMatch(reason)
  expect(report.pending.sort()).toEqual([...names].sort())
  expect(server.requests).toHaveLength(1)
  expect((await spool.waiting()).map((waiting) => waiting.name).sort()).toEqual([...names].sort())
})

test('a receipt with another digest is not accepted', async () => {
  server.misbehaviors = [{ otherDigest: true }]
  const report = await flushAll(await spoolRuns(1))
  expect(report.pendingReason).toMatch(/other content/)
  expect(await spool.waiting()).toHaveLength(1)
})

test('retries end after 15 s without a server, and all runs stay in the spool', async () => {
  const names = await spoolRuns(3)
  const url = server.url
  await server.stop()
  const report = await flushAll(names, { url })
  expect(report.pendingReason).toMatch(/cannot be reached: nothing listens at http:\/\/127.0.0.1/)
  expect(report.pending).toHaveLength(3)
  expect(clock.now()).toBeLessThanOrEqual(Date.parse('2026-01-01T00:00:15Z'))
})

test('retries to a busy server end 2 minutes after a run was last stored', async () => {
  server.misbehaviors = Array(100).fill({ status: 503, retryAfter: '50' })
  const report = await flushAll(await spoolRuns(1))
  expect(report.pendingReason).toMatch(/server is busy or unavailable/)
  expect(clock.slept).toEqual([50_500, 50_500])
})

test('many 429 responses delay runs, and none is lost or stored twice', async () => {
  server.misbehaviors = Array.from({ length: 60 }, (_, i) =>
    i % 3 === 0 ? { status: 429, retryAfter: '1' } : i % 3 === 1 ? 'reset' : { status: 503 },
  )
  const report = await flushAll(await spoolRuns(30), {
    concurrency: 4,
    patience: { unreachableMs: Infinity, busyMs: Infinity },
  })
  expect(report.stored).toHaveLength(30)
  expect(server.runs.size).toBe(30)
  expect(server.received).toHaveLength(30)
})

test('large raw files are sent before the document that references them, and are not sent again when only the document is retried', async () => {
  const content = Buffer.from('raw output\n')
  const sha256 = sha256Hex(content)
  const document = { ...sampleRun(1), attachments: [{ name: 'sb.o.scan', sha256, sizeBytes: content.length }] }
  const name = await spool.put({
    server: server.url,
    project: 'lab',
    document: () => document,
    blobs: async function* () {
      yield { sha256, gzip: gzipSync(content) }
    },
  })
  server.misbehaviors = [{ status: 503 }, 'behave', { status: 503 }]
  const report = await flushAll([name])
  expect(report.stored).toHaveLength(1)
  expect(server.requests.map(({ method }) => method)).toEqual(['PUT', 'PUT', 'POST', 'POST'])
  expect(server.blobs).toEqual(new Set([sha256]))
})

test('a spool file that is damaged on disk is set aside and not sent', async () => {
  const [name] = await spoolRuns(1)
  await writeFile(spool.path('runs', name ?? ''), 'not gzip')
  const report = await flushAll([name ?? ''])
  expect(report.rejected[0]?.rejection.reason).toMatch(/is damaged/)
  expect(server.requests).toEqual([])
})

test('Ctrl-C leaves the runs in the spool that are not stored yet', async () => {
  const interrupt = new AbortController()
  const names = await spoolRuns(6)
  const report = await flushAll(names, {
    concurrency: 1,
    signal: interrupt.signal,
    onEvent: () => interrupt.abort(),
  })
  expect(report.stored).toHaveLength(1)
  expect(report.pending).toHaveLength(5)
  expect(await spool.waiting()).toHaveLength(5)
  expect(await readdir(spool.path('locks'))).toEqual([])
})
