import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request as openRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { discardUnreadBody } from './discard-unread-body.ts'

/** More than the buffers of a socket and of a stream hold. */
const LONG = 'x'.repeat(4 * 1024 * 1024)
const AFTER_FIRST_CHUNK_MS = 20
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
let server: Server

afterEach(async () => {
  server.closeAllConnections()
  await once(server.close(), 'close')
})

/** Sends a long body, and then a second request on the same connection. */
async function sendTwo(begin: (request: IncomingMessage) => unknown): Promise<string[]> {
  server = createServer((request, response) => {
    discardUnreadBody(request, response)
    if (request.url === '/second') return void text(request).then((body) => response.end(`read ${body}`))
    begin(request)
    setTimeout(() => response.writeHead(401).end('refused'), AFTER_FIRST_CHUNK_MS)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const send = async (path: string, body: string) => {
    const sent = openRequest({ agent, port, host: '127.0.0.1', path, method: 'POST' })
    sent.end(body)
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    return `${answer.statusCode} ${await text(answer)}`
  }
  return [await send('/first', LONG), await send('/second', 'all of it')]
}

test.each<[string, (request: IncomingMessage) => unknown]>([
  ['nobody read', () => undefined],
  ['a stream of the Web began to read', (request) => Readable.toWeb(request)],
  ['a pipe began to read', (request) => request.pipe(new PassThrough())],
  ['somebody waited for', (request) => request.on('readable', () => undefined)],
  ['somebody paused', (request) => request.once('data', () => request.pause())],
])('the next request on a connection is answered after a refused body that %s', async (_, begin) => {
  expect(await sendTwo(begin)).toEqual(['401 refused', '200 read all of it'])
})
