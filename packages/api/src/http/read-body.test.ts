import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBytes, readJson } from './read-body.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = (await server.addProject('demo')).token
  await server.addProject('closed', 'private')
})
afterAll(() => server.stop())

/** A body that counts how many of its chunks were read. */
function counted(chunks: readonly Uint8Array[]) {
  const asked = { count: 0 }
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = chunks[asked.count]
        asked.count += 1
        if (chunk === undefined) controller.close()
        else controller.enqueue(chunk)
      },
    },
    { highWaterMark: 0 },
  )
  return { asked, init: { method: 'PUT', body, duplex: 'half' as const } }
}

const bytes = (text: string) => new TextEncoder().encode(text)
const JSON_TYPE = { 'content-type': 'application/json' }
const RUN = '/api/v1/runs/0190a000-0000-7000-8000-000000000000'

test.each([
  ['an unknown token', RUN, { authorization: 'Bearer nonsense' }, 401],
  ['no token', RUN, null, 401],
  ['a path that does not exist', '/api/v1/nothing', {}, 404],
  ['a method that the path does not have', '/api/v1/projects', {}, 405],
  ['an id that is none', '/api/v1/runs/1', {}, 404],
  ['a query that does not fit', `${RUN}?onConflict=maybe`, {}, 422],
  ['another project', '/api/v1/projects/closed/saved-comparisons/x', {}, 404],
])('nothing of a body is read with %s', async (_, path, sent, status) => {
  const { asked, init } = counted([bytes('{}')])
  const authorization = sent === null ? {} : { authorization: `Bearer ${token}`, ...sent }
  expect((await server.send(path, { ...init, headers: { ...JSON_TYPE, ...authorization } })).status).toBe(status)
  expect(asked.count).toBe(0)
})

test.each([
  ['as sent', {}, { packed: 256 * 1024, unpacked: 8 * 1024 * 1024 }],
  ['unpacked', { 'content-encoding': 'gzip' }, { packed: 8 * 1024 * 1024, unpacked: 256 * 1024 }],
])('reading ends where a body passes its limit %s', async (state, headers, limit) => {
  const whole = gzipSync(randomBytes(4 * 1024 * 1024))
  const chunks = Array.from({ length: 1024 }, (_, at) => whole.subarray(at * 4096, (at + 1) * 4096))
  const { asked, init } = counted(chunks)
  const read = await readBytes(new Request('http://assay.test', { ...init, headers }), limit)
  expect(read).toMatchObject({ ok: false, error: { code: 'body-too-large' } })
  expect(read.ok ? '' : read.error.detail).toContain(`over 256 KB ${state}`)
  expect(asked.count).toBeLessThan(chunks.length / 4)
})

test('a body without a sign-in may have 64 KB', async () => {
  const sizeOf = async (kind: 'anonymous' | 'person', size: number) => {
    const request = new Request('http://assay.test', {
      method: 'POST',
      headers: JSON_TYPE,
      body: JSON.stringify('x'.repeat(size - 2)),
    })
    const read = await readJson(request, { kind })
    return read.ok ? 'read' : read.error.detail
  }
  expect(await sizeOf('anonymous', 64 * 1024)).toBe('read')
  expect(await sizeOf('anonymous', 64 * 1024 + 1)).toBe(
    'The body is over 64 KB as sent. Send a token, or sign in, to send more.',
  )
  expect(await sizeOf('person', 64 * 1024 + 1)).toBe('read')
})

test('the error of a broken connection differs from that of damaged gzip data', async () => {
  const detailOf = async (body: string | Uint8Array<ArrayBuffer> | null, headers: Record<string, string>) => {
    const sent = body ?? new ReadableStream({ start: (controller) => controller.error(new Error('reset')) })
    const request = new Request('http://assay.test', { method: 'PUT', body: sent, duplex: 'half', headers })
    const read = await readBytes(request, { packed: 1024, unpacked: 1024 })
    return read.ok ? 'read' : read.error.detail
  }
  const gzip = { 'content-encoding': 'gzip' }
  expect(await detailOf(null, {})).toContain('ended before it was complete')
  expect(await detailOf(null, gzip)).toContain('ended before it was complete')
  expect(await detailOf('no gzip at all', gzip)).toContain('truncated or damaged')
  expect(await detailOf(new Uint8Array(gzipSync('x'.repeat(99)).subarray(0, 20)), gzip)).toContain('truncated')
})

test.each(['\u202e', '\u2066', '\\u202E'])(
  'JSON with the bidirectional control %j is refused with its position',
  async (control) => {
    const body = `{"notes":["fine","a${control}b"]}`
    const request = new Request('http://assay.test', { method: 'POST', body, headers: JSON_TYPE })
    const answer = await readJson(request, { kind: 'token' })
    expect(answer).toMatchObject({ ok: false, error: { code: 'document-invalid', places: [{ pointer: '/notes/1' }] } })
  },
)

test('JSON with an escaped backslash before a control sequence is unchanged', async () => {
  const body = String.raw`{"notes":"\\u202e"}`
  const request = new Request('http://assay.test', { method: 'POST', body, headers: JSON_TYPE })
  expect(await readJson(request, { kind: 'token' })).toEqual({ ok: true, value: { notes: String.raw`\u202e` } })
})
