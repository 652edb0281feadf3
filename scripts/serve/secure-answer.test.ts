import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { refuseCrossSiteRequest } from './refuse-cross-site-request.ts'
import { secureAnswer } from './secure-answer.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

async function ask(answer: Answer, init: RequestInit = {}): Promise<Response> {
  const server = createServer((request, response) => {
    secureAnswer(request, response, { isHttps: true })
    if (!refuseCrossSiteRequest(request, response, 'https://assay.example')) answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on TCP has a port.
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/p/demo`, init)
  server.close()
  return response
}

const WAYS: Record<string, Answer> = {
  'end alone': (_, response) => void response.end('x'),
  'a status and headers': (_, response) => void response.writeHead(404, { 'content-type': 'text/plain' }).end('x'),
  'a list of headers': (_, response) => void response.writeHead(200, ['content-type', 'text/plain']).end('x'),
  'a stream': (_, response) => {
    response.setHeader('X-Powered-By', 'Next.js')
    response.write('x')
    response.end()
  },
  'a redirect': (_, response) => void response.writeHead(302, { location: '/' }).end(),
}

test.each(Object.entries(WAYS))('a response has all headers: %s', async (_, answer) => {
  const { headers } = await ask(answer, { redirect: 'manual' })
  for (const name of [
    'content-security-policy',
    'cross-origin-opener-policy',
    'cross-origin-resource-policy',
    'permissions-policy',
    'referrer-policy',
    'strict-transport-security',
    'x-content-type-options',
    'x-frame-options',
  ]) {
    expect(headers.has(name), name).toBe(true)
  }
  expect(headers.has('x-powered-by')).toBe(false)
})

test.each<[string, string, Answer]>([
  [
    'text/plain',
    'text/plain; charset=utf-8',
    (_, response) => void response.writeHead(200, ['Content-Type', 'text/plain']).end('x'),
  ],
  [
    'text/html',
    'text/html; charset=utf-8',
    (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('x'),
  ],
  [
    'image/svg+xml',
    'image/svg+xml; charset=utf-8',
    (_, response) => void response.setHeader('Content-Type', 'image/svg+xml').end('x'),
  ],
  [
    'a charset',
    'text/csv; charset=latin1',
    (_, response) => void response.writeHead(200, 'OK', { 'Content-Type': 'text/csv; charset=latin1' }).end('x'),
  ],
  [
    'application/json',
    'application/json',
    (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
  ],
  ['image/png', 'image/png', (_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end('x')],
])('every text names its charset: %s', async (_, type, answer) => {
  expect((await ask(answer)).headers.get('content-type')).toBe(type)
})

test('headers that a response sets itself are kept', async () => {
  const { headers } = await ask((_, response) => {
    response.setHeader('Referrer-Policy', 'no-referrer')
    response.writeHead(200, { 'content-security-policy': 'sandbox' }).end()
  })
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('content-security-policy')).toBe('sandbox')
})

test('no cache stores a response to somebody with credentials, unless it says so itself', async () => {
  const plain: Answer = (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  for (const headers of [{ cookie: 'a=b' }, { authorization: 'Bearer x' }]) {
    expect((await ask(plain, { headers })).headers.get('cache-control')).toBe('private, no-store')
  }
  expect((await ask(plain)).headers.get('cache-control')).toBeNull()
  const file: Answer = (_, response) => void response.writeHead(200, { 'cache-control': 'public, max-age=60' }).end()
  expect((await ask(file, { headers: { cookie: 'a=b' } })).headers.get('cache-control')).toBe('public, max-age=60')
})

test('the page gets the nonce of its response, each response has another, and a client cannot choose it', async () => {
  const chosen = { 'content-security-policy': "script-src 'nonce-mine'", 'content-security-policy-report-only': 'x' }
  const seen: string[] = []
  for (let time = 0; time < 2; time++) {
    const response = await ask((request, response) => void response.end(JSON.stringify(request.headers)), {
      headers: chosen,
    })
    const request = (await response.json()) as Record<string, string> // The handler above wrote this object.
    expect(request['content-security-policy']).toBe(response.headers.get('content-security-policy'))
    expect(request['content-security-policy-report-only']).toBeUndefined()
    seen.push(/'nonce-([\w+/=]{24})'/.exec(request['content-security-policy'] ?? '')?.[1] ?? 'none')
  }
  expect(new Set([...seen, 'none', 'mine']).size).toBe(4)
})

test('a change from another site is refused with a problem document', async () => {
  const answer = await ask(() => expect.unreachable(), {
    method: 'POST',
    headers: { cookie: 'a=b', origin: 'https://evil.example' },
    body: 'x'.repeat(1000),
  })
  expect(answer.status).toBe(403)
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(await answer.json()).toMatchObject({ code: 'origin-foreign', status: 403 })
})

test("in development the headers are the same, with exceptions for React's error stacks and Next's panel", async () => {
  const server = createServer((request, response) => {
    secureAnswer(request, response, { isHttps: false, isDevelopment: true })
    response.end(JSON.stringify(request.headers['content-security-policy']))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/p/demo`)
  server.close()
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(
    /script-src 'nonce-[\w+/=]{24}' 'strict-dynamic' 'unsafe-eval'; style-src 'self' 'unsafe-inline';/,
  )
  expect(await answer.json(), 'what Next is told').toBe(policy)
  expect(answer.headers.get('x-frame-options')).toBe('DENY')
})
