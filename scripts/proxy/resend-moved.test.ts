import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { readTrustedProxies } from '@assay/api/http/client-address'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '../lib/postgres/free-port.ts'
import type { ProcessName } from './choose-process.ts'
import { openProxy } from './open-proxy.ts'

const directory = mkdtempSync(join(tmpdir(), 'assay-moved-'))
const answering = { pages: true, uploads: true, heavy: true }
/** Called when the process for heavy requests is needed and does not answer. */
let startHeavy = async () => {}
let servers: Server[] = []
let port: number
let proxy: { close(): Promise<void> }

beforeAll(async () => {
  port = await freePort()
  proxy = await openTestProxy(port)
})

function openTestProxy(at: number) {
  const upstream = (name: ProcessName) => ({
    socketPath: join(directory, name),
    isAnswering: () => answering[name],
    async untilAnswering() {
      if (!answering[name]) await startHeavy()
      return answering[name]
    },
  })
  return openProxy(
    { host: '127.0.0.1', port: at, proxies: readTrustedProxies('') },
    { pages: upstream('pages'), uploads: upstream('uploads'), heavy: upstream('heavy') },
    () => ({ ready: true }),
  )
}

afterEach(async () => {
  answering.heavy = true
  // A server removes its socket when it has closed, which must not be the socket of the next test.
  await Promise.all(servers.map((server) => closed(server)))
  servers = []
  // The proxy notices a moment later that its connections were closed.
  await sleep(100)
})
afterAll(async () => {
  await proxy.close()
  rmSync(directory, { recursive: true, force: true })
})

function closed(server: Server): Promise<unknown> {
  const isClosed = once(server, 'close')
  server.close().closeAllConnections()
  return isClosed
}

async function serve(name: ProcessName, handler: RequestListener): Promise<void> {
  const server = createServer(handler)
  server.keepAliveTimeout = 0
  servers.push(server)
  await once(server.listen(join(directory, name)), 'listening')
}

const address = (path: string) => `http://127.0.0.1:${port}${path}`

/** Answers as the process for pages does for a heavy request. */
const moveIt: RequestListener = (request, response) =>
  void text(request).then(() => {
    const isMovable = request.headers['x-assay-movable'] === '1'
    if (isMovable) response.writeHead(421, { 'x-assay-move': '1' }).end()
    else response.end('not movable')
  })

test('a request that a process asks to move is sent to the process for heavy requests, which starts with it', async () => {
  await serve('pages', moveIt)
  answering.heavy = false
  startHeavy = async () => {
    await serve('heavy', (request, response) => {
      void text(request).then((body) => response.end(`${request.method} ${body} ${request.headers['x-assay-moved']}`))
    })
    answering.heavy = true
  }
  const answer = await fetch(address('/p/demo/compare'), {
    method: 'POST',
    body: 'small',
    headers: { 'x-assay-moved': 'by a client', 'x-assay-movable': 'by a client' },
  })
  expect([answer.status, await answer.text(), answer.headers.has('x-assay-move')]).toEqual([200, 'POST small 1', false])
})

test('a long body is sent to the process for heavy requests, with or without a length, and a client cannot ask for it', async () => {
  await serve('pages', (request, response) => {
    const names = Object.keys(request.headers).filter((name) => name.startsWith('x-assay-mov'))
    response.end(`pages ${names.join(' ')}`)
  })
  await serve('heavy', (request, response) => {
    void text(request).then((body) => response.end(`heavy ${body.length} ${request.headers['x-assay-moved']}`))
  })
  const send = async (body: string | ReadableStream, headers: Record<string, string> = {}) =>
    (await fetch(address('/p/demo/specs'), { method: 'POST', body, headers, duplex: 'half' } as RequestInit)).text()
  expect(await send('x'.repeat(70_000))).toBe('heavy 70000 undefined')
  expect(await send(new Blob(['x'.repeat(140_000)]).stream())).toBe('heavy 140000 undefined')
  expect(await send('small', { 'x-assay-moved': '1' })).toBe('pages x-assay-movable')
})

test('a request that the ending process for heavy requests refuses is sent again when it has started', async () => {
  await serve('pages', moveIt)
  let starts = 0
  // The socket of a process that has ended.
  startHeavy = async () => {
    starts += 1
    await serve('heavy', (_, response) => void response.end('again'))
    answering.heavy = true
  }
  // The supervisor notices the end of a process a little later than the proxy.
  setTimeout(() => {
    answering.heavy = false
  }, 50)
  const answer = await fetch(address('/p/demo/compare'))
  expect([answer.status, await answer.text(), starts]).toEqual([200, 'again', 1])
})

test('metrics of the process for heavy requests do not start it', async () => {
  answering.heavy = false
  expect((await fetch(address('/metrics/heavy'))).status).toBe(503)
})

test('requests that wait for something to do take no turn of their caller', async () => {
  const release = Promise.withResolvers<void>()
  await serve('pages', (request, response) => {
    void (request.url?.endsWith('/leases') ? release.promise : Promise.resolve()).then(() => response.end('pages'))
  })
  const headers = { authorization: 'runner' }
  const lease = (at: number) =>
    fetch(address(`/api/v1/projects/demo/runners/box${at}/leases`), { method: 'POST', body: '{}', headers })
  const leases = Array.from({ length: 9 }, (_, at) => lease(at))
  expect(await (await fetch(address('/o/assay/p/demo'), { headers })).text()).toBe('pages')
  release.resolve()
  for (const answer of await Promise.all(leases)) expect(answer.status).toBe(200)
})

test('a caller who delays others continues in the process for heavy requests, and has 8 requests in a process at once without others', async () => {
  let [running, most] = [0, 0]
  await serve('pages', (request, response) => {
    const isBusy = request.headers.authorization === 'busy'
    running += 1
    most = Math.max(most, running)
    setTimeout(
      () => {
        running -= 1
        response.end('pages')
      },
      isBusy ? 400 : 0,
    )
  })
  await serve('heavy', (request, response) => void response.end(`heavy ${request.headers['x-assay-moved']}`))
  const ownPort = await freePort()
  const own = await openTestProxy(ownPort) // It knows no other callers.
  const ask = async (authorization: string) =>
    (await fetch(`http://127.0.0.1:${ownPort}/o/assay/p/demo/search`, { headers: { authorization } })).text()
  answering.heavy = false
  let starts = 0
  startHeavy = async () => {
    starts += 1
  }
  const asked = Array.from({ length: 18 }, () => ask('busy'))
  await vi.waitFor(() => expect(running).toBe(8))
  expect(await ask('light')).toBe('pages')
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['pages']))
  expect(await ask('busy')).toBe('pages')
  expect([most, starts > 0]).toEqual([9, true])
  answering.heavy = true
  expect([await ask('busy'), await ask('light')]).toEqual(['heavy undefined', 'pages'])
  await own.close()
})
