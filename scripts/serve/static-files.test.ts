import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compressStatic } from '../start/compress-static.ts'
import { compressedFiles } from './static-files.ts'

const SCRIPT = 'console.log("the same words again and again")\n'.repeat(200)

let directory: string
let server: Server
let origin: string

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'assay-static-'))
  mkdirSync(join(directory, 'chunks'))
  writeFileSync(join(directory, 'chunks', '[page]-1.js'), SCRIPT)
  writeFileSync(join(directory, 'chunks', 'small.js'), 'x')
  await compressStatic(directory)
  const answer = compressedFiles(directory)
  server = createServer((request, response) => {
    if (!answer(request, response)) response.writeHead(404).end('next')
  })
  await new Promise<void>((listening) => server.listen(0, listening))
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  rmSync(directory, { recursive: true })
})

const get = (path: string, encoding = 'gzip, br', method = 'GET') =>
  fetch(`${origin}${path}`, { method, headers: { 'accept-encoding': encoding } })

test('a static file is sent as Brotli, with its type, and may be cached for ever', async () => {
  const answer = await get('/_next/static/chunks/%5Bpage%5D-1.js')
  expect(await answer.text()).toBe(SCRIPT)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'application/javascript; charset=UTF-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
  })
  const head = await get('/_next/static/chunks/%5Bpage%5D-1.js', 'br', 'HEAD')
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test.each([
  ['a browser without Brotli', '/_next/static/chunks/%5Bpage%5D-1.js', 'gzip'],
  ['a browser that refuses it', '/_next/static/chunks/%5Bpage%5D-1.js', 'br;q=0, gzip'],
  ['a small file', '/_next/static/chunks/small.js', 'br'],
  ['a file outside of the folder', '/_next/static/../package.json', 'br'],
  ['an encoded path out of the folder', '/_next/static/%2e%2e/package.json', 'br'],
  ['a broken escape', '/_next/static/%', 'br'],
  ['a page', '/p/demo', 'br'],
])('%s is left to the pages', async (_, path, encoding) => {
  const answer = await get(path, encoding)
  expect([answer.status, await answer.text()]).toEqual([404, 'next'])
})

test('a post is left to the pages', async () => {
  expect((await get('/_next/static/chunks/%5Bpage%5D-1.js', 'br', 'POST')).status).toBe(404)
})

test.each(['/_next/static/', '/_next/static', '/_next/static/chunks', '/_next/static/chunks/', '/_next/static/../'])(
  'a folder is not listed: %s',
  async (path) => {
    const answer = await get(path)
    expect([answer.status, await answer.text()]).toEqual([404, 'next'])
  },
)
