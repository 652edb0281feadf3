import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handleTrpc } from '../http/handle-trpc.ts'
import { restRoutes } from './routes.ts'

const RUNS = Number(process.env.ASSAY_HOSTILE_RUNS ?? 300)

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
  token = (await server.addProject('demo')).token
})
afterAll(() => server.stop())

const headers = (type: string) => ({ authorization: `Bearer ${token}`, 'content-type': type })

async function refusedOrStored(answer: Response): Promise<void> {
  const text = await answer.text()
  expect(answer.status, text).toBeLessThan(500)
  if (answer.status >= 400)
    expect(JSON.parse(text)).toMatchObject({ status: answer.status, detail: expect.any(String) })
}

/** A valid document with one random value replaced by an arbitrary one. */
const bentDocument = fc
  .tuple(
    fc.nat(),
    fc.oneof(
      fc.jsonValue(),
      fc.string({ unit: 'binary' }),
      fc.double(),
      fc.constantFrom(null, -0, 1e308, '', ' ', '\u202e', 'x'.repeat(300)),
    ),
  )
  .map(([at, value]) => {
    const document = structuredClone(exampleDocument()) as unknown
    const positions = positionsIn(document)
    const position = positions[at % positions.length]
    if (position !== undefined) Reflect.set(position.parent, position.key, value)
    return document
  })

function positionsIn(value: unknown): { parent: object; key: string }[] {
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, item]) => [{ parent: value, key }, ...positionsIn(item)])
}

test('no document causes a fault: it is stored, or refused with a problem document', async () => {
  await fc.assert(
    fc.asyncProperty(bentDocument, async (document) => {
      await refusedOrStored(
        await server.send(`/api/v1/runs/${randomUUID()}`, {
          method: 'PUT',
          body: JSON.stringify(document) ?? '',
          headers: headers('application/json'),
        }),
      )
    }),
    { numRuns: RUNS },
  )
})

test('no text causes a fault in REST or tRPC', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), fc.nat(), async (text, cut) => {
      const body = cut % 2 === 0 ? text : JSON.stringify(exampleDocument()).slice(0, cut % 900) + text
      await refusedOrStored(
        await server.send(`/api/v1/runs/${randomUUID()}`, {
          method: 'PUT',
          body,
          headers: headers('application/json'),
        }),
      )
      const trpc = await handleTrpc(
        new Request('http://assay.test/api/trpc/runs.upload', {
          method: 'POST',
          body,
          headers: headers('application/json'),
        }),
        server.services,
        '/api/trpc',
      )
      expect(trpc.status).toBeLessThan(500)
    }),
    { numRuns: RUNS },
  )
})

test('no bytes cause a fault as an archive or a raw file', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 2_000 }),
      fc.boolean(),
      fc.string({ maxLength: 40 }),
      async (bytes, packed, name) => {
        const body = new Uint8Array(packed ? gzipSync(bytes) : bytes)
        const query = name === '' ? '' : `?name=${encodeURIComponent(name.toWellFormed())}`
        await refusedOrStored(
          await server.send(`/api/v1/uploads${query}`, {
            method: 'POST',
            body,
            headers: headers('application/octet-stream'),
          }),
        )
      },
    ),
    { numRuns: RUNS },
  )
})

test('no path or query causes a fault on any route', async () => {
  const part = fc.oneof(
    fc.string({ maxLength: 30 }),
    fc.constantFrom('%', '%00', '..', 'demo', randomUUID(), 'a,b:c', 'version', '1e999'),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...restRoutes),
      fc.array(part, { maxLength: 6 }),
      fc.constantFrom('GET', 'PUT', 'POST', 'DELETE', 'PATCH'),
      async (route, parts, method) => {
        let next = 0
        const path = route.path.replace(/\{\w+\}/g, () => encodeURIComponent((parts[next++] ?? 'demo').toWellFormed()))
        const query = parts
          .map(
            (name, at) =>
              `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent((parts.at(-at) ?? '').toWellFormed())}`,
          )
          .join('&')
        const answer = await server.send(`${path}?${query}`, {
          method,
          headers: headers('application/json'),
          ...(method === 'GET' ? {} : { body: '{}' }),
        })
        expect(answer.status, `${method} ${path}?${query}`).toBeLessThan(500)
      },
    ),
    { numRuns: RUNS },
  )
})

test.each([
  ['{"project":"a\\u0000"}', 'holds a NUL character at /project'],
  ['{"project":"a","project":"b"}', 'twice'],
  ['{"project":"\\ud800"}', 'lone surrogate'],
  ['{', 'JSON'],
])('the input of a tRPC query in an address is validated as strictly as a body: %s', async (input, expected) => {
  const query = new URLSearchParams({ input })
  const answer = await handleTrpc(
    new Request(`http://assay.test/api/trpc/specs.list?${query}`),
    server.services,
    '/api/trpc',
  )
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain(expected)
})

test.each(['/api/v1/projects/demo%00', '/api/v1/projects/demo/specs?q=%00', '/api/v1/nothing?%00=1'])(
  'a NUL character in an address is refused: %s',
  async (path) => {
    const answer = await server.send(path)
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('NUL')
  },
)

test('a parameter that is sent twice is refused, so that no two readers use different values', async () => {
  await server.addProject('other')
  const twice = 'project=demo&project=other'
  const document = JSON.stringify(exampleDocument())
  for (const path of [`/api/v1/gates?${twice}`, `/api/v1/uploads?${twice}`, `/api/v1/previews?${twice}`]) {
    const answer = await server.send(path, { method: 'POST', headers: headers('application/json'), body: document })
    expect(answer.status, path).toBe(422)
    expect(await answer.json(), path).toMatchObject({ code: 'query-invalid' })
  }
})
