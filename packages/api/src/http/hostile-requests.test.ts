import { gzipSync } from 'node:zlib'
import { packArchive } from '@assay/testing/import/pack-archive'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_ANONYMOUS_BYTES } from './body-size-limits.ts'
import { callCost, HEAVY_COST } from './call-cost.ts'
import { handleTrpc, MAX_BATCH } from './handle-trpc.ts'
import { bytesUnpacked, FREE_UNPACKED_BYTES } from './unpack-budget.ts'

// Attacks that once stopped the service for everybody, at small size. The tests assert the amount of work that they
// cause.

const MB = 1024 * 1024

let server: TestServer
let token: string
let readToken: string
beforeAll(async () => {
  server = await startTestServer()
  const demo = await server.addProject('demo')
  token = demo.token
  readToken = await demo.addToken(['read'])
})
afterAll(() => server.stop())

/** Returns the bytes that were unpacked and the chunks of the body that were read while the request was answered. */
async function workFor(send: (body: ReadableStream<Uint8Array>) => Promise<Response>, bytes: Uint8Array) {
  const before = bytesUnpacked()
  let chunksRead = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        chunksRead += 1
        if (chunksRead === 1) controller.enqueue(bytes)
        else controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const answer = await send(body)
  return { status: answer.status, text: await answer.text(), unpacked: bytesUnpacked() - before, chunksRead }
}

/** A JSON text of 57 MB that gzip makes a thousandth as large. */
const PACKED_JSON = new Uint8Array(gzipSync(`[${'1,'.repeat(28 * MB)}1]`))
const GZIP_JSON = { 'content-type': 'application/json', 'content-encoding': 'gzip' }

const postTrpc = (names: string, headers: Record<string, string>) => (body: ReadableStream<Uint8Array>) =>
  handleTrpc(
    new Request(`http://assay.test/api/trpc/${names}`, {
      method: 'POST',
      headers,
      body,
      duplex: 'half',
    } as RequestInit),
    server.services,
    '/api/trpc',
  )

test.each([
  ['to a procedure that does not exist', 'nothing.here', {}, 404],
  ['to a batch of procedures that do not exist', 'nothing.here,nothing.there', {}, 404],
  ['to a query', 'comparisons.grid', {}, 405],
  ['to a mutation for tokens, anonymously', 'runs.upload', {}, 401],
  ['to a mutation for people, anonymously', 'organizations.create', {}, 401],
  ['to a mutation for people, with a token', 'organizations.create', { token: true }, 401],
  ['to a mutation for authors, anonymously', 'specs.create', {}, 401],
  ['to a mutation for maintainers, with a token', 'tokens.create', { token: true }, 403],
  ['to an upload, with a token that only reads', 'runs.upload', { readToken: true }, 403],
])('nothing of a body is read or unpacked %s', async (_, names, from, status) => {
  const bearer = 'token' in from ? token : 'readToken' in from ? readToken : null
  const authorization: Record<string, string> = bearer === null ? {} : { authorization: `Bearer ${bearer}` }
  const batch = names.includes(',') ? '?batch=1' : ''
  const work = await workFor(postTrpc(`${names}${batch}`, { ...GZIP_JSON, ...authorization }), PACKED_JSON)
  expect(work).toMatchObject({ status, unpacked: 0, chunksRead: 0 })
  // The client of the pages reads one error per procedure, as with any other refusal.
  expect(work.text).toContain('"httpStatus"')
})

test('a body without a sign-in is unpacked to 64 KB and no further', async () => {
  const work = await workFor(postTrpc('guests.act', GZIP_JSON), PACKED_JSON)
  expect(work.status).toBe(413)
  expect(work.text).toContain('over 64 KB unpacked. Send a token, or sign in, to send more.')
  expect(work.unpacked).toBeLessThanOrEqual(2 * MAX_ANONYMOUS_BYTES)
  const gate = await workFor(sendRest('POST', '/api/v1/gates?project=demo', GZIP_JSON), PACKED_JSON)
  expect(gate.status).toBe(413)
  expect(gate.unpacked).toBeLessThanOrEqual(2 * MAX_ANONYMOUS_BYTES)
})

test('a document that is far larger than its packed form is unpacked to 16 MB and no further', async () => {
  const authorization = { ...GZIP_JSON, authorization: `Bearer ${token}` }
  const work = await workFor(postTrpc('runs.upload', authorization), PACKED_JSON)
  expect(work.status).toBe(413)
  expect(work.text).toContain('over 200 times as large unpacked as it was sent')
  expect(work.unpacked).toBeLessThanOrEqual(FREE_UNPACKED_BYTES + 64 * 1024)
})

const sendRest =
  (method: string, path: string, headers: Record<string, string>) => (body: ReadableStream<Uint8Array>) =>
    server.send(path, { method, body, duplex: 'half', headers })

const tarOf = (files: Record<string, Uint8Array>): Promise<Buffer> =>
  packArchive((tar) => {
    for (const [name, bytes] of Object.entries(files)) tar.entry({ name }, Buffer.from(bytes))
  }, false)

test.each([
  ['gzip in an archive', 1, {}],
  ['gzip in an archive in gzip', 1, { 'content-encoding': 'gzip' }],
])('everything that one upload unpacks has one total: %s', async (_, times, headers) => {
  const megabytes = gzipSync(Buffer.alloc(8 * MB, 32))
  const files = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`run/out.${at}.gz`, megabytes]))
  let body: Uint8Array = gzipSync(await tarOf(files))
  if ('content-encoding' in headers) for (let i = 0; i < times; i++) body = gzipSync(body)
  expect(body.length).toBeLessThan(32 * 1024)
  const sent = { authorization: `Bearer ${token}`, 'content-type': 'application/gzip', ...headers }
  const work = await workFor(sendRest('POST', '/api/v1/uploads', sent), new Uint8Array(body))
  expect(work).toMatchObject({ status: 422 })
  expect(work.text).toContain('over 200 times as large unpacked as it was sent')
  expect(work.unpacked).toBeLessThanOrEqual(FREE_UNPACKED_BYTES + 64 * 1024)
})

test('files inside a document count against the same total', async () => {
  const content = gzipSync(Buffer.alloc(8 * MB, 32)).toString('base64')
  const file = { sha256: '0'.repeat(64), sizeBytes: 8 * MB, mediaType: 'text/plain', contentGzipBase64: content }
  const document = {
    ...exampleDocument(),
    attachments: Array.from({ length: 20 }, (_, at) => ({ ...file, name: `f${at}` })),
  }
  const body = new Uint8Array(gzipSync(JSON.stringify(document)))
  const headers = { ...GZIP_JSON, authorization: `Bearer ${token}` }
  const work = await workFor(sendRest('PUT', `/api/v1/runs/${crypto.randomUUID()}`, headers), body)
  expect(work.status).toBe(422)
  expect(work.unpacked).toBeLessThanOrEqual(FREE_UNPACKED_BYTES + 25 * 64 * 1024)
})

/** Sends a batch of `count` calls of one query, anonymously. */
function batchOf(count: number, name: string, input: object): Promise<Response> {
  const inputs = Object.fromEntries(Array.from({ length: count }, (_, at) => [at, { project: 'demo', ...input }]))
  const query = new URLSearchParams({ batch: '1', input: JSON.stringify(inputs) })
  const url = `http://assay.test/api/trpc/${Array(count).fill(name).join(',')}?${query}`
  return handleTrpc(new Request(url), server.services, '/api/trpc')
}

/** Runs `send` and counts the heavy calls that start meanwhile. */
async function heavyCallsOf(send: () => Promise<Response>) {
  const { heavy } = server.services
  let calls = 0
  server.services.heavy = {
    run: (call, work) => {
      if (callCost(call.name) >= HEAVY_COST) calls += 1
      return heavy.run(call, work)
    },
  }
  const answer = await send().finally(() => Object.assign(server.services, { heavy }))
  return { status: answer.status, body: await answer.json(), calls }
}

test('a batch of 60 grids is refused as a whole, and none of them runs', async () => {
  const refused = await heavyCallsOf(() => batchOf(60, 'comparisons.grid', { query: '' }))
  expect(refused).toMatchObject({ status: 422, calls: 0, body: { code: 'query-invalid' } })
  expect(refused.body).toMatchObject({ detail: expect.stringContaining('at most 20 procedures') })
  const heavy = await heavyCallsOf(() => batchOf(11, 'comparisons.grid', { query: '' }))
  expect(heavy).toMatchObject({ status: 422, calls: 0 })
  expect(heavy.body).toMatchObject({ detail: expect.stringContaining('may cost 100 in total; these cost 110') })
  expect(await heavyCallsOf(() => batchOf(10, 'comparisons.grid', { query: '' }))).toMatchObject({
    status: 200,
    calls: 10,
  })
  expect((await batchOf(MAX_BATCH, 'knownBugs.list', {})).status).toBe(200)
})
