import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readTrustedProxies } from '@assay/api/http/client-address'
import { NO_LIMITS } from '@assay/api/http/limit-rules'
import { RateLimiter } from '@assay/api/http/rate-limit'
import { restRoutes } from '@assay/api/rest/routes'
import { listProcedures } from '@assay/testing/server/list-procedures'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRequestHandler, type Handler } from './request-handler.ts'

const OWN = 'https://assay.example'
const reached: string[] = []
const noteIn =
  (kind: string): Handler =>
  ({ url = '' }, response) => {
    reached.push(`${kind} ${url}`)
    response.end()
  }
const limits = new RateLimiter({ lease: () => Promise.reject(new Error('no limits, no leases')) }, NO_LIMITS)
const server = createServer(
  createRequestHandler(
    { publicUrl: OWN, limits },
    {
      answerApi: noteIn('api'),
      answerPage: noteIn('page'),
      readFrameAncestors: async () => "'self'",
      proxies: readTrustedProxies(''),
      isDevelopment: false,
    },
  ),
)
let origin = ''
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on TCP has a port.
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

/** Every way to change data: REST, tRPC, sign-in by the identity library, and forms that work without a script. */
const WRITES = [
  ...restRoutes
    .filter(({ method }) => method !== 'get')
    .map(({ method, path }) => ({ method: method.toUpperCase(), path: path.replaceAll(/\{\w+\}/g, 'demo') })),
  ...listProcedures()
    .filter(([, { _def }]) => _def.type === 'mutation')
    .map(([name]) => ({ method: 'POST', path: `/api/trpc/${name}` })),
  ...['/api/auth/sign-out', '/people/sign-in', '/p/demo/runs/1/validity', '/s/secret/open', '/embed/secret'].map(
    (path) => ({ method: 'POST', path }),
  ),
]
const CONTENT_TYPES = [
  'application/json',
  'text/plain',
  'text/plain; application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
]
const FOREIGN = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
]

test('the listener refuses every change that another site could make a browser send', async () => {
  expect(WRITES.length).toBeGreaterThan(100)
  let sent = 0
  for (const { method, path } of WRITES) {
    for (const foreign of [{}, ...FOREIGN]) {
      const contentType = CONTENT_TYPES[sent % CONTENT_TYPES.length] ?? ''
      // Without a cookie a request without an origin passes, as curl sends it; a form of another site still does not.
      const cookie = foreign === FOREIGN[0] && sent % 2 === 0 ? {} : { cookie: 'session=1' }
      const headers = { ...cookie, ...foreign, 'content-type': contentType }
      const body = method === 'DELETE' ? {} : { body: '{"project":"demo"}' }
      const answer = await fetch(`${origin}${path}`, { method, headers, ...body })
      const how = `${method} ${path} ${JSON.stringify(headers)}`
      expect(answer.status, how).toBe(403)
      expect(await answer.json(), how).toMatchObject({ code: 'origin-foreign' })
      sent += 1
    }
  }
  expect(sent).toBe(WRITES.length * 6)
  expect(reached).toEqual([])
})

test.each([
  ['a page of ours', { cookie: 'session=1', origin: OWN }],
  ['a script with a token', { authorization: 'Bearer x' }],
  ['curl', {}],
])('changes that %s sends reach their handlers', async (_, headers: Record<string, string>) => {
  reached.length = 0
  await fetch(`${origin}/api/v1/leaked-tokens`, { method: 'POST', headers })
  await fetch(`${origin}/people/sign-in`, { method: 'POST', headers })
  expect(reached).toEqual(['api /api/v1/leaked-tokens', 'page /people/sign-in'])
})

test('a form that is too long, or of unknown length, reaches no page and is not read', async () => {
  const post = async (path: string, init: RequestInit & { duplex?: 'half' }) => {
    reached.length = 0
    const answer = await fetch(`${origin}${path}`, { method: 'POST', headers: { origin: OWN }, ...init })
    return { status: answer.status, reached: [...reached] }
  }
  const endless = () => new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1024)) })
  const tooLong = 'x'.repeat(64 * 1024 + 1)
  expect(await post('/people/sign-in', { body: tooLong })).toEqual({ status: 413, reached: [] })
  expect(await post('/nothing/here', { body: tooLong })).toEqual({ status: 413, reached: [] })
  expect(await post('/people/sign-in', { body: endless(), duplex: 'half' })).toEqual({ status: 411, reached: [] })
  expect((await post('/people/sign-in', { body: 'name=x' })).reached).toEqual(['page /people/sign-in'])
  expect((await post('/api/v1/uploads', { body: tooLong })).reached).toEqual(['api /api/v1/uploads'])
  expect((await post('/api/trpc/runs.upload', { body: tooLong })).reached).toEqual(['page /api/trpc/runs.upload'])
})

test('the response of a SAML provider comes from another site, to one path by POST only', async () => {
  const send = async (path: string, method: string) => {
    reached.length = 0
    const headers = { origin: 'https://idp.example.org', 'sec-fetch-site': 'cross-site', cookie: 'a=b' }
    const answer = await fetch(`${origin}${path}`, { method, headers, ...(method === 'POST' && { body: 'x=1' }) })
    return [answer.status, reached.length]
  }
  expect(await send('/api/auth/sso/lab/assertions', 'POST')).toEqual([200, 1])
  for (const path of ['/api/auth/sso/lab/callback', '/api/auth/sso/lab/assertions/x', '/x/api/auth/sso/lab/assertions'])
    expect(await send(path, 'POST'), path).toEqual([403, 0])
  expect(await send('/api/auth/sso/lab/assertions', 'DELETE')).toEqual([403, 0])
})

test('a path that does not encode text reaches no page', async () => {
  for (const path of ['/o/%ff', '/o/lab/p/%ED%A0%80', '/s/%', '/docs/%C0%AF', '/api/trpc/%f', '/embed/%ff']) {
    reached.length = 0
    const answer = await fetch(`${origin}${path}`)
    expect([answer.status, reached], path).toEqual([400, []])
  }
  reached.length = 0
  await fetch(`${origin}/o/%C3%A4?q=%ff`)
  expect(reached).toEqual(['page /o/%C3%A4?q=%ff'])
})
