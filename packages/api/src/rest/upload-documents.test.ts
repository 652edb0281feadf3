import { createHash, randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { createUploadClient, type UploadClient } from '@assay/testing/server/upload-client'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer
let uploads: UploadClient

beforeAll(async () => {
  server = await startTestServer()
  uploads = await createUploadClient(server)
})
afterAll(() => server.stop())

const json = (document: unknown) => JSON.stringify(document)
const withText = (from: string, to: string) => json(exampleDocument()).replace(from, to)

test('a new run is stored with 201, and the same run again gets 200 with the same receipt', async () => {
  const id = randomUUID()
  const first = await uploads.put(json(exampleDocument()), { id })
  const again = await uploads.put(json(exampleDocument()), { id })
  expect([first.status, again.status]).toEqual([201, 200])
  const [receipt, repeated] = [await first.json(), await again.json()]
  expect(receipt).toMatchObject({ runId: id, outcome: 'stored', url: `http://assay.test/o/lab/p/demo/runs/${id}` })
  expect(repeated).toEqual({ ...(receipt as object), outcome: 'already' })
})

test('the order of keys does not change the content', async () => {
  const id = randomUUID()
  await uploads.put(json(exampleDocument()), { id })
  const reversed = Object.fromEntries(Object.entries(exampleDocument()).reverse())
  expect((await uploads.put(json(reversed), { id })).status).toBe(200)
})

test('the same id with other content gets 422 and changes nothing', async () => {
  const id = randomUUID()
  await uploads.put(json(exampleDocument()), { id })
  const before = await (await server.send(`/api/v1/projects/demo/runs/${id}`)).json()
  const answer = await uploads.put(json(exampleDocument({ version: '18.0' })), { id })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ code: 'run-differs', status: 422 })
  expect(await (await server.send(`/api/v1/projects/demo/runs/${id}`)).json()).toEqual(before)
})

test('the error for a document that contradicts stored data names both values', async () => {
  await uploads.put(json(exampleDocument()))
  const answer = await uploads.put(json(exampleDocument({ hardware: { name: 'dell32', cores: 48 } })))
  expect(answer.status).toBe(422)
  const problem = (await answer.json()) as { code: string; detail: string; errors: unknown[] }
  expect(problem.code).toBe('contradiction')
  expect(problem.detail).toMatch(/"dell32" is stored with cores 32; this document has 48/)
  expect(problem.errors).toMatchObject([{ pointer: '/hardware/cores' }])
})

test('another value for a stored result gets 409 with both values, and onConflict decides how to store it', async () => {
  const measured = (qps: number, version: string) =>
    json(exampleDocument({ version, metricNames: ['qps'], results: [{ test: 'scan', clients: 8, values: [qps] }] }))
  const send = (qps: number, query = '') =>
    server.send(`/api/v1/runs/${randomUUID()}${query}`, {
      method: 'PUT',
      body: measured(qps, 'conflict-1'),
      headers: { authorization: `Bearer ${uploads.token}`, 'content-type': 'application/json' },
    })
  expect((await send(1000)).status).toBe(201)
  const before = await uploads.runCount()
  const refused = await send(1200)
  expect(refused.status).toBe(409)
  const problem = (await refused.json()) as { code: string; detail: string; errors: unknown[] }
  expect(problem.code).toBe('result-conflict')
  expect(problem.detail).toMatch(/qps of scan at 8 clients is 1200, but 1000 is stored in run .*onConflict=repeat/)
  expect(problem.errors).toMatchObject([{ pointer: '/results/0/values/0' }])
  expect(await uploads.runCount()).toBe(before)
  expect([(await send(1200, '?onConflict=repeat')).status, (await send(1300, '?onConflict=replace')).status]).toEqual([
    201, 201,
  ])
  expect((await send(1300, '?onConflict=maybe')).status).toBe(422)
})

test('gzip is undone, and a token is needed', async () => {
  const packed = await uploads.put(new Uint8Array(gzipSync(json(exampleDocument({ notes: 'packed' })))), {
    headers: { 'content-encoding': 'gzip' },
  })
  expect(packed.status).toBe(201)
  const anonymous = await server.send(`/api/v1/runs/${randomUUID()}`, {
    method: 'PUT',
    body: json(exampleDocument()),
    headers: { 'content-type': 'application/json' },
  })
  expect(anonymous.status).toBe(401)
  expect(anonymous.headers.get('content-type')).toMatch('application/problem+json')
})

const refusals: [
  name: string,
  body: () => string | Uint8Array<ArrayBuffer>,
  status: number,
  where: string | null,
  headers?: Record<string, string>,
][] = [
  ['1e400', () => withText('640123.5', '1e400'), 400, '/results/0/values/0'],
  ['NaN', () => withText('640123.5', 'NaN'), 400, null],
  ['an integer beyond 2^53', () => withText('640123.5', '9007199254740993'), 400, '/results/0/values/0'],
  ['NUL', () => withText('dell32', 'dell\\u000032'), 400, '/hardware/name'],
  ['a lone surrogate', () => withText('dell32', 'dell\\ud83d32'), 400, '/hardware/name'],
  ['a __proto__ key', () => withText('"cores":32', '"__proto__":{"admin":true}'), 400, '/hardware/__proto__'],
  ['a duplicate key', () => withText('"cores":32', '"cores":32,"cores":48'), 400, '/hardware/cores'],
  ['nesting over 32', () => withText('"cores":32', `"cores":${'['.repeat(40)}${']'.repeat(40)}`), 400, null],
  ['a document over 8 MB', () => json(exampleDocument({ notes: 'x'.repeat(9 * 1024 * 1024) })), 413, null],
  [
    'a document over 64 MB unpacked',
    () => new Uint8Array(gzipSync(Buffer.alloc(65 * 1024 * 1024, 32))),
    413,
    null,
    { 'content-encoding': 'gzip' },
  ],
  [
    'truncated gzip',
    () => new Uint8Array(gzipSync(json(exampleDocument())).subarray(0, 100)),
    400,
    null,
    { 'content-encoding': 'gzip' },
  ],
  [
    'a wrong content type',
    () => json(exampleDocument()),
    415,
    null,
    { 'content-type': 'text/plain; application/json' },
  ],
  ['an unknown content encoding', () => json(exampleDocument()), 415, null, { 'content-encoding': 'br' }],
  ['bytes that are not UTF-8', () => new Uint8Array([0x22, 0xff, 0x22]), 400, null],
  ['no body', () => '', 400, null],
  ['an empty run', () => json(exampleDocument({ results: [] })), 422, '/results'],
  [
    'a result without a value',
    () => json(exampleDocument({ results: [{ test: 'a', clients: 1, values: [null, null] }] })),
    422,
    '/results/0/values',
  ],
  [
    'a result twice',
    () => json(exampleDocument({ results: [1, 2].map((value) => ({ test: 'a', clients: 1, values: [value, null] })) })),
    422,
    '/results/1',
  ],
  [
    'a list of values of another length',
    () => json(exampleDocument({ results: [{ test: 'a', clients: 1, values: [1] }] })),
    422,
    '/results/0/values',
  ],
  ['an unknown field', () => withText('"cores":32', '"cpus":32'), 422, '/hardware/cpus'],
  ['an unknown metric', () => withText('latency_ms_p95', 'latency_p95'), 422, '/metricNames/1'],
  ['another schema version', () => withText('"schemaVersion":1', '"schemaVersion":2'), 422, '/schemaVersion'],
  ['a run id that is not the address', () => json({ ...exampleDocument(), runId: randomUUID() }), 422, '/runId'],
  ['text that is not an object', () => '"hello"', 422, ''],
]

test.each(refusals)(
  '%s is refused with a location, and nothing is stored',
  async (_name, body, status, where, headers = {}) => {
    const before = await uploads.runCount()
    const answer = await uploads.put(body(), { headers })
    const problem = (await answer.json()) as {
      status: number
      title: string
      detail: string
      errors?: { pointer?: string }[]
    }
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toMatch('application/problem+json')
    expect(problem).toMatchObject({ status })
    expect(problem.detail.length).toBeGreaterThan(10)
    if (where !== null) expect(problem.errors?.[0]?.pointer).toBe(where)
    expect(await uploads.runCount()).toBe(before)
  },
)

test('a document with an impossible value is refused at its pointer', async () => {
  const answer = await uploads.put(
    json({ ...exampleDocument(), metricNames: ['qps'], results: [{ test: 'a', clients: 1, values: [-1] }] }),
  )
  const problem = (await answer.json()) as { errors: unknown[] }
  expect([answer.status, problem.errors]).toEqual([
    422,
    [{ pointer: '/results/0/values/0', message: 'qps is -1, and cannot be negative' }],
  ])
})

test('a blob is checked against its hash and can then be referenced by a run', async () => {
  const content = Buffer.from('vmstat output\n')
  const sha256 = createHash('sha256').update(content).digest('hex')
  const headers = { authorization: `Bearer ${uploads.token}`, 'content-type': 'application/octet-stream' }
  const attachments = [{ name: 'sb.vm', sha256, sizeBytes: content.length }]
  const early = await uploads.put(json(exampleDocument({ attachments })))
  expect(early.status).toBe(422)
  const wrong = await server.send(`/api/v1/projects/demo/blobs/${'0'.repeat(64)}`, {
    method: 'PUT',
    body: content,
    headers,
  })
  expect(wrong.status).toBe(422)
  const sent = await server.send(`/api/v1/projects/demo/blobs/${sha256}`, { method: 'PUT', body: content, headers })
  expect(sent.status).toBe(200)
  expect((await uploads.put(json(exampleDocument({ attachments })))).status).toBe(201)
})

test('passwords in an inline raw file and in a command are removed before storage', async () => {
  const secret = 'sysbench --mysql-password=tiger2 --threads=1\n'
  const packed = gzipSync(secret)
  const id = randomUUID()
  const document = exampleDocument({
    attachments: [
      {
        name: 'sb.o',
        sha256: createHash('sha256').update(secret).digest('hex'),
        sizeBytes: secret.length,
        contentGzipBase64: packed.toString('base64'),
      },
    ],
    results: [{ test: 'a', clients: 1, values: [1, null], command: secret.trim() }],
  })
  expect((await uploads.put(json(document), { id })).status).toBe(201)
  const run = (await (await server.send(`/api/v1/projects/demo/runs/${id}`)).json()) as {
    attachments: { sha256: string }[]
  }
  expect(JSON.stringify(run)).not.toContain('tiger2')
  const raw = await server.send(`/api/v1/projects/demo/attachments/${run.attachments[0]?.sha256}`)
  expect(await raw.text()).not.toContain('tiger2')
})
