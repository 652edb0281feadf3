// Builds the image without an engine, by the steps of its Dockerfile, and starts it. scripts/docker.test.ts checks the files.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase, type TestDatabase } from '@assay/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from './lib/bootstrap/node.mjs'
import { freePort } from './lib/postgres/free-port.ts'
import { type ReplayedImage, replayDockerfile } from './testing/replay-dockerfile.ts'

/** Packages are installed twice, and the pages are built. */
const TIMEOUT_MS = 30 * 60_000

const directory = mkdtempSync(join(tmpdir(), 'assay-image-'))
let image: ReplayedImage
let database: TestDatabase
let server: ChildProcess | null = null
let output = ''

beforeAll(async () => {
  image = replayDockerfile(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'), directory)
  database = await createTestDatabase()
}, TIMEOUT_MS)
afterAll(async () => {
  if (server !== null && server.exitCode === null) {
    const ended = new Promise((resolve) => server?.once('exit', resolve))
    server.kill('SIGTERM')
    await ended
  }
  await database?.drop()
  rmSync(directory, { recursive: true, force: true })
})

test('the image has no packages of tests, starts with a Postgres, and its health check succeeds', async () => {
  const app = join(image.root, image.workdir)
  expect(readdirSync(join(app, 'node_modules'))).not.toContain('vitest')
  const port = await freePort()
  const env = {
    PATH: process.env.PATH,
    ...image.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    ASSAY_DATA_DIR: join(image.root, image.env.ASSAY_DATA_DIR ?? ''),
    DATABASE_URL: database.url,
    ASSAY_DEMO: '0',
  }
  const [program = '', ...args] = image.command
  server = spawn(program, args, { cwd: app, env, stdio: ['ignore', 'pipe', 'pipe'] })
  server.stdout?.on('data', (chunk) => {
    output += chunk
  })
  server.stderr?.on('data', (chunk) => {
    output += chunk
  })
  const [check = '', ...checked] = image.healthcheck
  const isHealthy = () => spawnSync(check, checked, { cwd: app, env }).status === 0
  while (!isHealthy()) {
    expect(server.exitCode, output.slice(-4_000)).toBeNull()
    await sleep(500)
  }
  const page = await fetch(`http://127.0.0.1:${port}/sign-in`)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('Sign in')
  const backup = spawnSync(process.execPath, ['bin/assay.mjs', 'backup', join(directory, 'backups')], { cwd: app, env })
  expect(backup.status, String(backup.stderr)).toBe(0)
})
