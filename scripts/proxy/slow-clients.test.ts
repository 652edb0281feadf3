import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, get, type IncomingMessage, request as openRequest, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { readTrustedProxies } from '@assay/api/http/client-address'
import { afterEach, expect, test, vi } from 'vitest'
import { freePort } from '../lib/postgres/free-port.ts'
import { createRequestLimit, limitConnections } from './address-limits.ts'
import { endSlowResponse } from './end-slow-response.ts'
import { openProxy } from './open-proxy.ts'
import { receiveBodyStart } from './receive-body-start.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** Starts a server on a free port, which the end of the test closes. */
async function serve(handler: RequestListener) {
  const server = createServer(handler)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  closing.push(async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  })
  return { server, port: (server.address() as AddressInfo).port }
}

/** Starts the proxy in front of one process. */
async function serveBehindProxy(handler: RequestListener): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'assay-proxy-'))
  const process = createServer(handler)
  const socketPath = join(directory, 'pages.sock')
  await once(process.listen(socketPath), 'listening')
  const port = await freePort()
  const upstream = { socketPath, isAnswering: () => true, untilAnswering: async () => true }
  const proxy = await openProxy(
    { host: '127.0.0.1', port, proxies: readTrustedProxies('') },
    { pages: upstream, uploads: upstream, heavy: upstream },
    () => ({ ready: true }),
  )
  closing.push(async () => {
    await proxy.close()
    process.closeAllConnections()
    await once(process.close(), 'close')
    rmSync(directory, { recursive: true, force: true })
  })
  return port
}

test('a process gets a request when its small body is complete, so slow senders hold nothing there', async () => {
  const paths: string[] = []
  const port = await serveBehindProxy((request, response) => {
    paths.push(request.url ?? '')
    void text(request).then((body) => response.end(body))
  })
  const slow = openRequest({ port, path: '/slow', method: 'POST', headers: { 'content-length': '9' }, agent: false })
  slow.write('slow')
  const quick = await fetch(`http://127.0.0.1:${port}/quick`, { method: 'POST', body: 'quick' })
  expect(await quick.text()).toBe('quick')
  expect(paths).toEqual(['/quick'])
  slow.end(' body')
  const [answer] = (await once(slow, 'response')) as [IncomingMessage]
  expect(await text(answer)).toBe('slow body')
})

test('a body that does not arrive is late, and one whose sender left is gone', async () => {
  const results: unknown[] = []
  const { port } = await serve((request) => {
    void receiveBodyStart(request, request.url === '/late' ? 20 : 60_000).then((start) => results.push(start))
    results.push(request.url)
  })
  const send = (path: string) => {
    const sent = openRequest({ port, path, method: 'POST', headers: { 'content-length': '9' }, agent: false })
    sent.on('error', () => undefined) // The server closes the connection, or the test does.
    sent.write('a')
    return sent
  }
  send('/late')
  await vi.waitFor(() => expect(results).toEqual(['/late', 'late']))
  const leaving = send('/gone')
  await vi.waitFor(() => expect(results).toHaveLength(3))
  leaving.destroy()
  await vi.waitFor(() => expect(results.slice(2)).toEqual(['/gone', 'gone']))
})

test('an address with too many requests in progress is refused until some of them end; others are not', async () => {
  const refuse = createRequestLimit(2)
  const ends: (() => void)[] = []
  const { port } = await serve((request, response) => {
    if (!refuse(request, response, String(request.headers['x-address']))) ends.push(() => response.end())
  })
  const ask = (from: string) => fetch(`http://127.0.0.1:${port}`, { headers: { 'x-address': from } })
  const first = ['192.0.2.1', '192.0.2.1', '192.0.2.2'].map(ask)
  await vi.waitFor(() => expect(ends).toHaveLength(3))
  const refused = await ask('192.0.2.1')
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('2')
  expect(await refused.json()).toMatchObject({ code: 'too-many-requests' })
  for (const end of ends.splice(0)) end()
  for (const answer of await Promise.all(first)) expect(answer.status).toBe(200)
  const again = ask('192.0.2.1')
  await vi.waitFor(() => expect(ends).toHaveLength(1))
  ends[0]?.()
  expect((await again).status).toBe(200)
})

test('an address with too many connections is disconnected; a trusted proxy is not', async () => {
  const held = async (trusted: string) => {
    const { server, port } = await serve(() => undefined)
    limitConnections(server, readTrustedProxies(trusted), 2)
    const sockets = [1, 2, 3].map(() => connect(port, '127.0.0.1').on('error', () => undefined))
    await vi.waitFor(() => expect(sockets.every(({ connecting }) => !connecting)).toBe(true))
    await new Promise((resolve) => setTimeout(resolve, 50))
    return sockets.filter(({ readable }) => readable).length
  }
  expect(await held('')).toBe(2)
  expect(await held('127.0.0.1')).toBe(3)
})

test('a client that reads almost nothing is disconnected, and one that waits for the process is not', async () => {
  const port = await serveBehindProxy((request, response) => {
    response.write('begin')
    if (request.url === '/long') response.end(Buffer.alloc(50_000_000))
    else setTimeout(() => response.end('end'), 300)
  })
  const statuses: string[] = []
  const forward = await serve((request, response) => {
    response.once('close', () => statuses.push(response.writableFinished ? 'complete' : 'closed early'))
    get({ port, path: request.url, agent: false }, (answer) => {
      endSlowResponse(answer, response, { checkMs: 20, graceMs: 50, minBytesPerSecond: 1_000_000_000 })
      answer.pipe(response)
    })
  })
  expect(await (await fetch(`http://127.0.0.1:${forward.port}/slow-process`)).text()).toBe('beginend')
  const closed = vi.waitFor(() => expect(statuses.at(-1)).toBe('closed early'), { timeout: 10_000 })
  const reading = get({ port: forward.port, path: '/long', agent: false }, (answer) => answer.pause())
  await closed
  reading.destroy()
})

test('a proxy that stops does not wait for connections without a complete request', async () => {
  const port = await freePort()
  const upstream = { socketPath: '/nowhere', isAnswering: () => true, untilAnswering: async () => true }
  const proxy = await openProxy(
    { host: '127.0.0.1', port, proxies: readTrustedProxies('') },
    { pages: upstream, uploads: upstream, heavy: upstream },
    () => ({ ready: true }),
    { stalledMs: 20 },
  )
  const [silent, partial] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
  // The end may be a reset.
  const ended = [silent, partial].map(
    (socket) => new Promise((resolve) => socket.on('error', resolve).on('close', resolve)),
  )
  await Promise.all([silent, partial].map((socket) => once(socket, 'connect')))
  partial.write('GET / HTTP/1.1\r\nHost: a')
  await proxy.close()
  await Promise.all(ended)
})
