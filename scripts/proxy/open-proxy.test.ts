import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import {
  createServer,
  type IncomingMessage,
  request as openRequest,
  type RequestListener,
  type Server,
} from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { readTrustedProxies } from '@assay/api/http/client-address'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { freePort } from '../lib/postgres/free-port.ts'
import { openProxy } from './open-proxy.ts'

const directory = mkdtempSync(join(tmpdir(), 'assay-proxy-'))
const sockets = {
  pages: join(directory, 'pages.sock'),
  uploads: join(directory, 'uploads.sock'),
  heavy: join(directory, 'heavy.sock'),
}
const answering = { pages: true, uploads: true, heavy: true }
let health: { ready: boolean } | null = { ready: true }
const servers: Partial<Record<keyof typeof sockets, Server>> = {}
let port: number
let proxy: { close(): Promise<void> }

beforeAll(async () => {
  port = await freePort()
  const upstream = (name: keyof typeof sockets) => ({
    socketPath: sockets[name],
    isAnswering: () => answering[name],
    untilAnswering: async () => answering[name],
  })
  proxy = await openProxy(
    { host: '127.0.0.1', port, proxies: readTrustedProxies('') },
    { pages: upstream('pages'), uploads: upstream('uploads'), heavy: upstream('heavy') },
    () => health,
  )
})
afterEach(async () => {
  Object.assign(answering, { pages: true, uploads: true, heavy: true })
  for (const name of ['pages', 'uploads', 'heavy'] as const) await stop(name)
})
afterAll(async () => {
  await proxy.close()
  rmSync(directory, { recursive: true, force: true })
})

async function serve(name: keyof typeof sockets, handler: RequestListener): Promise<void> {
  rmSync(sockets[name], { force: true })
  const server = createServer(handler)
  server.keepAliveTimeout = 0
  servers[name] = server
  await once(server.listen(sockets[name]), 'listening')
}

async function stop(name: keyof typeof sockets): Promise<void> {
  const server = servers[name]
  if (server === undefined) return
  delete servers[name]
  server.closeAllConnections()
  await once(server.close(), 'close')
}

const address = (path: string) => `http://127.0.0.1:${port}${path}`

const upload = async () => (await fetch(address('/api/v1/uploads'), { method: 'POST', body: 'x' })).text()

/** Sends a request whose body the test writes, and whose response is read as it arrives. */
const ask = (path: string, options: { method?: string; headers?: Record<string, string> } = {}) =>
  openRequest(address(path), { agent: false, ...options })

test('method, path, headers, body and response are forwarded unchanged', async () => {
  await serve('uploads', (request, response) => {
    void text(request).then((body) => {
      response.writeHead(201, 'Stored', [
        'Set-Cookie',
        'a=1',
        'Set-Cookie',
        'b=2',
        'X-Echo',
        `${request.method} ${request.url}`,
      ])
      response.end(`${body} ${request.headers['content-type']} ${request.headers.host}`)
    })
  })
  const answer = await fetch(address('/api/v1/runs/1?onConflict=stop'), {
    method: 'PUT',
    body: 'ü'.repeat(100_000),
    headers: { 'content-type': 'text/x' },
  })
  expect(answer.status).toBe(201)
  expect(answer.statusText).toBe('Stored')
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(answer.headers.get('x-echo')).toBe('PUT /api/v1/runs/1?onConflict=stop')
  expect(await answer.text()).toBe(`${'ü'.repeat(100_000)} text/x 127.0.0.1:${port}`)
})

test('after 64 KB, bodies and responses without a length are streamed in both directions, chunk by chunk', async () => {
  await serve('uploads', (request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
    request.on('data', (chunk: Buffer) => response.write(`saw ${chunk.length}`))
    request.on('end', () => response.end('end'))
  })
  const request = ask('/api/v1/uploads', { method: 'POST' })
  request.write('a'.repeat(64 * 1024))
  const [answer] = await once(request, 'response')
  let seen = ''
  answer.on('data', (chunk: Buffer) => {
    seen += chunk
  })
  await vi.waitFor(() => expect(seen).toMatch(/^saw \d+/))
  // Each chunk is answered before the next one is sent.
  request.write('two')
  await vi.waitFor(() => expect(seen).toMatch(/saw 3$/))
  request.end()
  await once(answer, 'end')
  expect(seen).toMatch(/saw 3end$/)
})

test('the address of the client is that of the connection, regardless of its headers', async () => {
  await serve('pages', (request, response) => {
    response.end(JSON.stringify([request.headers['x-assay-client-address'], request.headers['x-assay-request-id']]))
  })
  const forged = { 'x-assay-client-address': '6.6.6.6', 'x-assay-request-id': 'mine', 'x-forwarded-for': '7.7.7.7' }
  const answer = await fetch(address('/'), { headers: forged })
  const [client, id] = z.tuple([z.string(), z.string()]).parse(await answer.json())
  expect(client).toBe('127.0.0.1')
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
})

test('a client that disconnects ends the request in the process', async () => {
  const left = Promise.withResolvers<void>()
  await serve('pages', (_request, response) => {
    response.on('close', () => left.resolve())
    response.write('first')
  })
  const request = ask('/slow')
  request.end()
  const [answer] = await once(request, 'response')
  await once(answer, 'data')
  request.destroy()
  await left.promise
})

test('a response that is sent before the body was read arrives, and ends the connection', async () => {
  await serve('heavy', (_request, response) => {
    response.writeHead(413)
    response.end('too large')
  })
  const request = ask('/api/v1/uploads', { method: 'POST', headers: { 'content-length': '100000000' } })
  request.on('error', () => undefined) // The connection ends while the body is written.
  request.write(Buffer.alloc(1_000_000))
  const [answer]: IncomingMessage[] = await once(request, 'response')
  expect(answer?.statusCode).toBe(413)
  expect(answer?.headers.connection).toBe('close')
  request.destroy()
})

test('an unavailable process gives 503 with Retry-After, while the other one answers', async () => {
  await serve('uploads', (_request, response) => void response.end('stored'))
  for (const known of [true, false]) {
    answering.pages = known // The process has ended, and the proxy may not know it yet.
    const answer = await fetch(address('/p/demo'))
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('2')
    expect(await answer.json()).toMatchObject({ code: 'unavailable', detail: expect.stringContaining('(pages)') })
    expect(await upload()).toBe('stored')
  }
})

test('health is answered from the last report, and is not ready while the process for pages is unavailable', async () => {
  const status = async (path: string) => (await fetch(address(path))).status
  expect(await status('/api/health/ready')).toBe(200)
  answering.pages = false
  expect(await status('/api/health/ready')).toBe(503)
  expect(await status('/api/health/live')).toBe(200)
  Object.assign(answering, { pages: true, uploads: false })
  expect(await status('/api/health/ready'), 'uploads start when needed').toBe(200)
  for (const reported of [{ ready: false, reason: 'the database is away' }, null]) {
    health = reported
    const answer = await fetch(address('/api/health/ready'))
    expect(answer.status).toBe(503)
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.headers.get('x-frame-options')).toBe('DENY')
    expect(await answer.text()).toContain(reported === null ? '(pages)' : reported.reason)
  }
  health = { ready: true }
})

test('a process that dies during a response cuts it, so that a part is not mistaken for the whole', async () => {
  await serve('pages', (_request, response) => {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('a part')
    setTimeout(() => response.destroy(), 10)
  })
  const answer = await fetch(address('/p/demo'))
  await expect(answer.text()).rejects.toThrow()
})

test('a request without a body reaches a process that was restarted in between', async () => {
  await serve('pages', (_request, response) => void response.end('old'))
  expect(await (await fetch(address('/'))).text()).toBe('old')
  await stop('pages')
  await serve('pages', (_request, response) => void response.end('new'))
  expect(await (await fetch(address('/'))).text()).toBe('new')
})

/** Opens another proxy in front of the process for pages, which the test closes. */
function openAt(other: number, options: { stalledMs?: number } = {}) {
  const upstream = { socketPath: sockets.pages, isAnswering: () => true, untilAnswering: async () => true }
  return openProxy(
    { host: '127.0.0.1', port: other, proxies: readTrustedProxies('') },
    { pages: upstream, uploads: upstream, heavy: upstream },
    () => health,
    options,
  )
}

test('closing lets a running request end', async () => {
  const other = await freePort()
  const requested = Promise.withResolvers<void>()
  await serve('pages', (_request, response) => {
    requested.resolve()
    void sleep(100).then(() => response.end('done'))
  })
  const own = await openAt(other)
  const answer = fetch(`http://127.0.0.1:${other}/`)
  await requested.promise
  const closed = own.close()
  expect(await (await answer).text()).toBe('done')
  await closed
})

test('closing does not wait for a client that reads nothing of its response', async () => {
  const other = await freePort()
  await serve('pages', (_request, response) => void response.end(Buffer.alloc(50_000_000)))
  const own = await openAt(other, { stalledMs: 20 })
  const answer = await fetch(`http://127.0.0.1:${other}/`)
  await own.close()
  await expect(answer.arrayBuffer()).rejects.toThrow()
})

test('closing ends streams of events, which would never end by themselves', async () => {
  const other = await freePort()
  await serve('pages', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('event: ready\n\n')
  })
  const own = await openAt(other)
  const answer = await fetch(`http://127.0.0.1:${other}/`)
  await own.close()
  expect(await answer.text()).toBe('event: ready\n\n')
})

test('TRACE and CONNECT reach no process', async () => {
  const methods: unknown[] = []
  await serve('pages', (request, response) => {
    methods.push(request.method)
    response.end()
  })
  const traced = ask('/', { method: 'TRACE', headers: { cookie: 'session=secret' } })
  traced.end()
  const [answer] = (await once(traced, 'response')) as [IncomingMessage]
  expect(answer.statusCode).toBe(405)
  expect(await text(answer)).not.toContain('secret')
  const connected = ask('/', { method: 'CONNECT' })
  connected.end()
  await expect(once(connected, 'connect')).rejects.toThrow()
  expect(methods).toEqual([])
})

test('a redirect to a path of 8,000 characters, which two of its headers repeat, is forwarded', async () => {
  const path = `/${'a/'.repeat(4_000)}`
  await serve('pages', (_, response) => {
    response.writeHead(308, { location: path.slice(0, -1), refresh: `0;url=${path.slice(0, -1)}` }).end()
  })
  const [answer] = (await once(
    openRequest(address(path), { agent: false, maxHeaderSize: 64 * 1024 }).end(),
    'response',
  )) as [IncomingMessage]
  answer.resume()
  expect({ status: answer.statusCode, location: answer.headers.location }).toEqual({
    status: 308,
    location: path.slice(0, -1),
  })
})
