import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createHttpsServer, request as requestHttps } from 'node:https'
import type { AddressInfo } from 'node:net'
import { selfSignedCertificate } from '@assay/testing/server/self-signed-certificate'
import { afterEach, expect, test } from 'vitest'
import { postWebhook } from './post-webhook.ts'
import { guardedLookup, isAllowedAddress, isListedHost, readTargetHosts } from './ssrf-guard.ts'

const servers: Server[] = []
let connections = 0

/** Counts every connection: a refused address must get none. */
async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  server.on('connection', () => connections++)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  servers.push(server)
  // A server that listens on a port has an AddressInfo.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
afterEach(async () => {
  connections = 0
  for (const server of servers.splice(0)) await new Promise((done) => server.close(done))
})

const dev = { allowLoopback: true }
const strict = { allowLoopback: false }
const message = (url: string) => ({ url, body: '{"a":1}', headers: { 'content-type': 'application/json' } })

test('a message arrives with its headers, and the beginning of the response is stored', async () => {
  const events: string[] = []
  const url = await listen(async (request, response) => {
    for await (const chunk of request) events.push(String(chunk))
    events.push(String(request.headers['content-type']), String(request.method))
    response.end('x'.repeat(100_000))
  })
  const posted = await postWebhook(message(`${url}/hook`), dev)
  expect(posted).toMatchObject({ delivered: true, status: 200 })
  expect(posted.reply).toHaveLength(64 * 1024)
  expect(events).toEqual(['{"a":1}', 'application/json', 'POST'])
})

test('a response without a success status is a failure with that status', async () => {
  const url = await listen((_, response) => response.writeHead(500).end('broken'))
  expect(await postWebhook(message(url), dev)).toEqual({ delivered: false, status: 500, reply: 'broken' })
})

test('a redirect is followed with the body, checked again, and limited in number', async () => {
  const end = await listen((request, response) => request.pipe(response))
  const hop = await listen((_, response) => response.writeHead(307, { location: `${end}/there` }).end())
  expect(await postWebhook(message(hop), dev)).toEqual({ delivered: true, status: 200, reply: '{"a":1}' })
  const inward = await listen((_, response) => response.writeHead(308, { location: 'http://169.254.169.254/' }).end())
  expect((await postWebhook(message(inward), dev)).reply).toContain('169.254.169.254, which is not a public address')
  const round = await listen((_, response) => response.writeHead(307, { location: '/again' }).end())
  expect((await postWebhook(message(round), dev)).reply).toContain('More than 3 redirects')
  const seen = await listen((_, response) => response.writeHead(302, { location: end }).end())
  expect(await postWebhook(message(seen), dev)).toMatchObject({ delivered: false, status: 302 })
})

test('no connection is made to an address that is not public, in any notation', async () => {
  const { port } = new URL(await listen((_, response) => response.end()))
  const hosts = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    'localhost',
    'localhost.',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::7f00:1]',
    '[::7f00:1]',
    '[::127.0.0.1]',
    '[fec0::1]',
    '[2001::7f00:1]',
    '[2002:7f00:1::]',
    '[::]',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '[fe80::1]',
    '[fd00::1]',
    '224.0.0.1',
    '255.255.255.255',
  ]
  for (const host of hosts) {
    const posted = await postWebhook(message(`https://${host}:${port}/`), strict)
    expect([host, posted.delivered, posted.status]).toEqual([host, false, null])
  }
  for (const url of [`http://example.test:${port}`, 'file:///etc/passwd', 'https://a:b@example.test/', 'nonsense']) {
    expect((await postWebhook(message(url), strict)).delivered).toBe(false)
  }
  expect(connections).toBe(0)
})

test('a name is resolved once, for the connection itself, and one forbidden address among several refuses it', () => {
  const answers = [[{ address: '203.0.114.7', family: 4 }], [{ address: '127.0.0.1', family: 4 }]]
  const rebinding = ((_name: string, _options: object, done: (error: null, found: object[]) => void) =>
    done(null, answers.shift() ?? [])) as unknown as Parameters<typeof guardedLookup>[1]
  const ask = (lookup: ReturnType<typeof guardedLookup>) => {
    let result: unknown
    lookup('evil.test', {}, (error, address) => {
      result = error?.message ?? address
    })
    return result
  }
  const lookup = guardedLookup(strict, rebinding)
  expect(ask(lookup)).toBe('203.0.114.7')
  expect(ask(lookup)).toContain('evil.test resolves to 127.0.0.1')
  answers.push([
    { address: '203.0.114.7', family: 4 },
    { address: '10.1.1.1', family: 4 },
  ])
  expect(ask(lookup)).toContain('10.1.1.1')
})

test('public addresses of the internet are allowed', () => {
  for (const address of ['8.8.8.8', '151.101.1.69', '2606:4700::6810:84e5']) {
    expect(isAllowedAddress(address, strict)).toBe(true)
  }
})

test('a server whose certificate no authority signed gets no message', async () => {
  const paths: (string | undefined)[] = []
  const server = createHttpsServer(await selfSignedCertificate(), (request, response) => {
    paths.push(request.url)
    response.end('read')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  servers.push(server)
  const url = `https://localhost:${(server.address() as AddressInfo).port}`
  const posted = await postWebhook(message(`${url}/hook`), dev)
  expect(posted).toMatchObject({ delivered: false, status: null, reply: expect.stringContaining('self-signed') })
  // A client that does not check certificates reaches it.
  await new Promise<void>((done) => {
    const trusting = requestHttps(`${url}/control`, { rejectUnauthorized: false, agent: false }, (response) => {
      response.resume().once('end', done)
    })
    trusting.end()
  })
  expect(paths).toEqual(['/control'])
})

test('with a list of hosts, others get no connection, also by a redirect', async () => {
  const end = await listen((_, response) => response.end('arrived'))
  const other = end.replace('127.0.0.1', 'localhost')
  const rule = { ...dev, hosts: readTargetHosts('127.0.0.1 *.example.org') }
  expect((await postWebhook(message(end), rule)).reply).toBe('arrived')
  connections = 0
  expect((await postWebhook(message(other), rule)).reply).toContain('localhost is not among ASSAY_TARGET_HOSTS')
  expect(connections).toBe(0)
  const hop = await listen((_, response) => response.writeHead(307, { location: other }).end())
  expect((await postWebhook(message(hop), rule)).reply).toContain('localhost is not among ASSAY_TARGET_HOSTS')
  expect(connections).toBe(1)
})

test.each([
  ['hooks.example.org', 'hooks.example.org', true],
  ['HOOKS.example.org', 'hooks.example.org.', true],
  ['hooks.example.org', 'x.hooks.example.org', false],
  ['*.example.org', 'a.b.example.org', true],
  ['*.example.org', 'example.org', false],
  ['*.example.org', 'badexample.org', false],
  ['example.org', 'example.org.evil.test', false],
  ['', 'anything.test', true],
])('with the list "%s", %s is listed: %s', (list, host, expected) => {
  expect(isListedHost(host, { ...strict, hosts: readTargetHosts(list) })).toBe(expected)
})

test.each(['https://example.org', 'a/b', '*', '*.', 'a*.example.org', 'a:443'])('%s is no host of a list', (text) => {
  expect(() => readTargetHosts(text)).toThrow('is not a host name')
})
