import { listProcedures } from '@assay/testing/server/list-procedures'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { csrfProblem, type RequestOrigin } from './csrf-check.ts'
import { handleTrpc } from './handle-trpc.ts'

const OWN = 'https://assay.example'

const refused = (request: Partial<RequestOrigin>, publicUrl = OWN) =>
  csrfProblem(
    {
      method: 'POST',
      cookie: 'session=1',
      authorization: null,
      origin: null,
      fetchSite: null,
      host: 'assay.example',
      ...request,
    },
    publicUrl,
  ) !== null

test('requests that only read are never refused', () => {
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'get']) {
    expect(refused({ method, origin: 'https://evil.example' })).toBe(false)
  }
})

test('a request with a cookie needs our origin, or Sec-Fetch-Site: same-origin', () => {
  expect(refused({ origin: OWN })).toBe(false)
  expect(refused({ fetchSite: 'same-origin' })).toBe(false)
  // A page without a referrer sends `null` as its origin.
  expect(refused({ origin: 'null', fetchSite: 'same-origin' })).toBe(false)
  expect(refused({})).toBe(true)
  expect(refused({ origin: 'null' })).toBe(true)
  for (const fetchSite of ['cross-site', 'same-site', 'none', 'same-origin, cross-site', '']) {
    expect(refused({ fetchSite }), fetchSite).toBe(true)
  }
})

test.each([
  'http://assay.example',
  'https://assay.example.evil.example',
  'https://evil.example/?https://assay.example',
  'https://assay.example:444',
  'https://sub.assay.example',
  'https://assay.exampl',
  'assay.example',
  'file://',
  'https://assay.example, https://evil.example',
])('an origin that only looks like ours is none: %s', (origin) => {
  expect(refused({ origin, host: 'assay.example:8080' })).toBe(true)
})

test('on this machine the requested address counts as ours, under any of its names', () => {
  expect(refused({ origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' }, 'http://localhost:3000')).toBe(false)
  expect(refused({ origin: 'http://box.lan:3000', host: 'box.lan:3000' }, 'http://localhost:3000')).toBe(false)
  expect(refused({ origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' })).toBe(false)
  expect(refused({ origin: 'http://127.0.0.1:3001', host: '127.0.0.1:3000' }, 'http://localhost:3000')).toBe(true)
  // A foreign host name whose DNS entry points at this machine.
  expect(refused({ origin: 'https://evil.example', host: 'evil.example' })).toBe(true)
})

test('without a cookie a token is enough, and a form of another site is still refused', () => {
  expect(refused({ cookie: null })).toBe(false)
  expect(refused({ cookie: null, authorization: 'Bearer x', origin: 'https://evil.example' })).toBe(false)
  expect(refused({ cookie: null, origin: 'https://evil.example', fetchSite: 'cross-site' })).toBe(true)
  expect(refused({ authorization: 'Bearer x', origin: 'https://evil.example' })).toBe(true)
})

const CONTENT_TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'text/plain',
  'text/plain; application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  null,
]

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const mutations = listProcedures().filter(([, { _def }]) => _def.type === 'mutation')

test('a mutation accepts only JSON with the content type of JSON', async () => {
  for (const [name] of mutations) {
    for (const contentType of CONTENT_TYPES) {
      const headers = { cookie: 'session=1', origin: 'http://assay.test', 'content-type': contentType ?? '' }
      const url = `http://assay.test/api/trpc/${name}`
      const request = new Request(url, { method: 'POST', headers, body: '{"project":"demo"}' })
      const answer = await handleTrpc(request, server.services, '/api/trpc')
      if (contentType?.startsWith('application/json')) expect(answer.status, `${name} ${contentType}`).not.toBe(415)
      else expect(answer.status, `${name} ${contentType}`).toBe(415)
    }
  }
})
