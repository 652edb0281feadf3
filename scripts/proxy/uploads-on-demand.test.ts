// Where uploads go while their process starts, ends or has failed.

import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readTrustedProxies } from '@assay/api/http/client-address'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '../lib/postgres/free-port.ts'
import type { ProcessName } from './choose-process.ts'
import { openProxy } from './open-proxy.ts'

const directory = mkdtempSync(join(tmpdir(), 'assay-uploads-'))
const answering = { pages: true, uploads: true, heavy: true }
/** Is called when the process for uploads is needed and does not answer. */
let startUploads = async (): Promise<void> => undefined
const servers = new Map<ProcessName, Server>()
let port: number
let proxy: { close(): Promise<void> }

beforeAll(async () => {
  port = await freePort()
  const upstream = (name: ProcessName) => ({
    socketPath: join(directory, name),
    isAnswering: () => answering[name],
    async untilAnswering() {
      if (name === 'uploads' && !answering.uploads) await startUploads()
      return answering[name]
    },
  })
  proxy = await openProxy(
    { host: '127.0.0.1', port, proxies: readTrustedProxies('') },
    { pages: upstream('pages'), uploads: upstream('uploads'), heavy: upstream('heavy') },
    () => ({ ready: true }),
  )
})
afterEach(async () => {
  for (const name of servers.keys()) await stop(name)
  Object.assign(answering, { pages: true, uploads: true })
})
afterAll(async () => {
  await proxy.close()
  rmSync(directory, { recursive: true, force: true })
})

async function serve(name: ProcessName, text: string): Promise<void> {
  const socketPath = join(directory, name)
  rmSync(socketPath, { force: true })
  const server = createServer((_request, response) => void response.end(text))
  server.keepAliveTimeout = 0
  servers.set(name, server)
  await once(server.listen(socketPath), 'listening')
}

async function stop(name: ProcessName): Promise<void> {
  const server = servers.get(name)
  servers.delete(name)
  server?.closeAllConnections()
  if (server !== undefined) await once(server.close(), 'close')
}

const upload = async () =>
  (await fetch(`http://127.0.0.1:${port}/api/v1/uploads`, { method: 'POST', body: 'x' })).text()

test('uploads are answered by the process for pages while their own starts, and wait for it without one', async () => {
  await serve('pages', 'stored by pages')
  answering.uploads = false
  startUploads = vi.fn(async () => undefined)
  expect(await upload()).toBe('stored by pages')
  expect(startUploads).toHaveBeenCalledTimes(1)
  await stop('pages')
  for (const known of [true, false]) {
    answering.pages = known // The process has ended, and the proxy may not know it yet.
    let started: Promise<void> | null = null
    const start = async () => {
      await serve('uploads', 'stored')
      answering.uploads = true
    }
    startUploads = () => {
      started ??= start()
      return started
    }
    expect(await upload()).toBe('stored')
    answering.uploads = false
    await stop('uploads')
  }
})

test('an upload that the ending process for uploads refuses is sent again', async () => {
  const started = (async () => {
    await sleep(100)
    await serve('uploads', 'stored')
  })()
  expect(await upload()).toBe('stored')
  await started
})
