import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readTrustedProxies } from '@assay/api/http/client-address'
import { expect, test } from 'vitest'
import { markRequest } from './mark-request.ts'

/** Sends a request with these headers and returns what the server received. */
async function seen(headers: Record<string, string>, proxies: string) {
  const requests: { request: IncomingMessage; address: string | null }[] = []
  const server = createServer((request, response) => {
    requests.push({ request, address: markRequest(request, readTrustedProxies(proxies)) })
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on TCP has a port.
  await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { headers })
  server.close()
  const [one] = requests
  if (one === undefined) throw new Error('the request did not arrive')
  return one
}

test('a client cannot set its own address, in any spelling of the header', async () => {
  const { request, address } = await seen(
    { 'X-Assay-Client-Address': '1.1.1.1', 'x-assay-request-id': 'mine', 'x-forwarded-for': '1.1.1.1' },
    '',
  )
  expect(address).toBe('127.0.0.1')
  expect(request.headers['x-assay-client-address']).toBe('127.0.0.1')
  expect(request.headers['x-assay-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(request.rawHeaders.join(' ')).not.toMatch(/mine/)
  expect(new Headers(pairs(request.rawHeaders)).get('x-assay-client-address')).toBe('127.0.0.1')
})

test('a trusted proxy can set the address of the client', async () => {
  const { request } = await seen({ 'x-forwarded-for': '198.51.100.2' }, '127.0.0.0/8')
  expect(request.headers['x-assay-client-address']).toBe('198.51.100.2')
})

function pairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []))
}
