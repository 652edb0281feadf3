// The product as a person starts and stops it. One data directory is used for all tests in order, because a real start
// is slow.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '../lib/bootstrap/node.mjs'
import { freePort } from '../lib/postgres/free-port.ts'

const START_TIMEOUT_MS = 10 * 60_000 // The first start may build.
/** Detects processes that never end; a busy machine needs far less. */
const GONE_TIMEOUT_MS = 5 * 60_000

let dataDir: string
let port: number
let token: string
const started: Start[] = []

beforeAll(async () => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'assay-start-')), 'data')
  port = await freePort()
})
afterAll(async () => {
  for (const { child } of started) if (child.pid !== undefined) tryToKill(-child.pid, 'SIGKILL')
  await untilGone()
  rmSync(join(dataDir, '..'), { recursive: true, force: true })
})

test('the first start creates everything and prints the address', { timeout: START_TIMEOUT_MS }, async () => {
  const start = await startUp()
  expect(start.output()).toContain(`Assay is at http://localhost:${port}`)
  expect(start.output()).toContain(join(dataDir, 'token'))
  token = readFileSync(join(dataDir, 'token'), 'utf8')
  expect(token).toMatch(/^assay_runner_[0-9A-Za-z]{30}_[0-9A-Za-z]{6}\n$/)
  expect(statSync(join(dataDir, 'token')).mode & 0o777).toBe(0o600)
})

test('a second start on the same port, or with the same data, fails with one sentence', async () => {
  expect(await startInVain({ ASSAY_DATA_DIR: `${dataDir}-other` })).toBe(
    `Port ${port} is taken by another program. Stop it, or choose another port: PORT=${port + 1} npm start`,
  )
  expect(await startInVain({ PORT: String(await freePort()) })).toContain(
    `Assay is already running with the data directory ${dataDir}. Stop it, or set ASSAY_DATA_DIR to another directory.`,
  )
  expect(await ready(), 'the one that runs').toBe(true)
})

test('the process for uploads starts with the first upload', async () => {
  expect(processWith('--role=uploads')).toBeUndefined()
  expect(await askUpload()).toBe('answered')
  await expect.poll(() => answerOf('/metrics/uploads', { status: 200 })).toBe('answered')
})

test.each([
  { victim: '--role=pages', ask: askPage, other: askUpload },
  { victim: '--role=uploads', ask: askUpload, other: askPage },
  { victim: '--role=jobs', ask: askPage, other: askUpload },
])('kill -9 of $victim: it comes back, and the others answer all the time', async ({ victim, ask, other }) => {
  const find = () => processWith(victim)
  await expect.poll(find).toBeDefined() // Jobs start after the others.
  const before = find()
  tryToKill(before?.pid ?? 0, 'SIGKILL')
  await expect
    .poll(async () => {
      expect(await other()).toBe('answered')
      expect(['answered', 'away', 'cut']).toContain(await ask())
      return [find()?.pid !== before?.pid && find() !== undefined, await ask()]
    })
    .toEqual([true, 'answered'])
})

test('Ctrl-C ends every process', async () => {
  const [start] = started
  start?.child.kill('SIGINT')
  expect(await start?.exit).toBe(0)
  expect(processesOfTheProduct()).toEqual([])
  expect(childrenOf(start?.child.pid)).toEqual([])
  expect(await ready()).toBe(false)
})

test('the second start, by npm, creates nothing again and ends with npm', async () => {
  const { output, child } = await startUp({ program: 'npm', args: ['start'] })
  expect(output()).toMatch(/build +nothing changed/)
  expect(output()).toMatch(/migrations +up to date/)
  expect(output()).not.toMatch(/^(packages|client) /m)
  expect(readFileSync(join(dataDir, 'token'), 'utf8')).toBe(token)
  child.kill('SIGTERM')
  await untilGone()
})

test('kill -9 of the start ends all other processes, and the next start works', async () => {
  const { child } = await startUp()
  child.kill('SIGKILL')
  await untilGone()
  const { output } = await startUp()
  expect(output()).toMatch(/migrations +up to date/)
})

test('the next start recovers from kill -9 of all processes, including the database', async () => {
  for (const { pid } of processesOfTheProduct()) tryToKill(pid, 'SIGKILL')
  started.at(-1)?.child.kill('SIGKILL')
  await untilGone()
  const { output } = await startUp()
  expect(output()).toMatch(/migrations +up to date/)
})

test('a database that survived its owner is taken over', async () => {
  const owner = processesOfTheProduct().find(({ command }) => command.includes('owner.ts'))
  if (owner === undefined) throw new Error('the owner of the database is not among the processes')
  // Stopped first, because it might notice the end of the start, and react, before it is killed.
  tryToKill(owner.pid, 'SIGSTOP')
  started.at(-1)?.child.kill('SIGKILL')
  tryToKill(owner.pid, 'SIGKILL')
  const { output, child, exit } = await startUp()
  expect(output()).toContain('took over the Postgres that an earlier start left running')
  child.kill('SIGTERM')
  expect(await exit).toBe(0)
  expect(processesOfTheProduct()).toEqual([])
})

test('DATABASE_URL is used instead of the embedded Postgres', async () => {
  const name = `assay_start_${process.pid}`
  const admin = new pg.Client({ connectionString: process.env.ASSAY_TEST_POSTGRES_URL })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const url = Object.assign(new URL(process.env.ASSAY_TEST_POSTGRES_URL ?? ''), { pathname: `/${name}` }).href
  const other = `${dataDir}-url`
  const { child, exit } = await startUp({ environment: { DATABASE_URL: url, ASSAY_DATA_DIR: other } })
  expect(existsSync(join(other, 'token'))).toBe(true)
  expect(existsSync(join(other, 'postgres'))).toBe(false)
  child.kill('SIGINT')
  await exit
  await admin.query(`drop database ${name}`)
  await admin.end()
})

test('invalid settings are reported in one sentence', async () => {
  expect(await startInVain({ ASSAY_DATA_DIR: '/dev/null/data' })).toBe(
    'The data directory /dev/null/data cannot be written (ENOTDIR). Make it writable, or set ASSAY_DATA_DIR to another directory.',
  )
  expect(await startInVain({ PORT: 'http' })).toMatch(/^PORT is wrong \(.*\)\. \.env\.example lists every variable\.$/)
  expect(await startInVain({ DATABASE_URL: 'mysql://localhost/x' })).toMatch(/^DATABASE_URL is not a PostgreSQL URL\./)
})

const processWith = (argument: string) =>
  childrenOf(started[0]?.child.pid).find(({ command }) => command.includes(argument))

type Start = { child: ChildProcess; output: () => string; exit: Promise<number | null> }

type Call = { environment?: Record<string, string>; program?: string; args?: string[] }

function launch({ environment = {}, program = process.execPath, args = ['scripts/start.mjs'] }: Call): Start {
  const env = {
    ...process.env,
    PORT: String(port),
    ASSAY_DATA_DIR: dataDir,
    DATABASE_URL: '',
    HOST: '',
    // The browser tests start with the demo, whose scans would run beside these tests for a minute.
    ASSAY_DEMO: '0',
    ...environment,
  }
  const child = spawn(program, args, { cwd: ROOT, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  const keep = (chunk: Buffer) => {
    text += chunk
  }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', keep)
  const start = { child, output: () => text, exit: once(child, 'close').then(([code]) => code) }
  started.push(start)
  return start
}

async function startUp(call: Call = {}): Promise<Start> {
  const start = launch(call)
  let ended = false
  void start.exit.then(() => {
    ended = true
  })
  while (!start.output().includes('Ctrl-C stops it')) {
    if (ended) throw new Error(`start ended by itself:\n${start.output()}`)
    await sleep(50)
  }
  // A kept-alive connection to the previous server may be cut at this moment.
  await expect.poll(ready).toBe(true)
  return start
}

/** Runs a start that fails. @returns its last line */
async function startInVain(environment: Record<string, string>): Promise<string | undefined> {
  const start = launch({ environment })
  expect(await start.exit).toBe(1)
  expect(start.output(), 'no stack trace').not.toMatch(/^ +at /m)
  return start.output().trim().split('\n').at(-1)
}

async function ready(): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/health/ready`).catch(() => null)
  return answer?.ok === true
}

function askPage(): Promise<string> {
  return answerOf('/p/demo', { status: 200 })
}

/** Requests an upload that is refused for its token, which proves that the process answers. */
function askUpload(): Promise<string> {
  return answerOf('/api/v1/uploads', { status: 401, method: 'POST', headers: { authorization: 'Bearer x' } })
}

/** Sends a request. Returns `away` for 503 with Retry-After, and `cut` for a connection that ended. */
async function answerOf(path: string, { status, ...init }: RequestInit & { status: number }): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, init).catch(() => null)
  if (answer === null) return 'cut'
  // A body that is not read keeps its connection busy, so that later requests open others.
  const body = await answer.text().catch(() => null)
  if (body === null) return 'cut'
  if (answer.status === 503 && answer.headers.has('retry-after')) return 'away'
  return answer.status === status ? 'answered' : `${answer.status} ${body}`
}

/** Returns processes with the data directory in their command line: the owner and Postgres itself. */
function processesOfTheProduct(): { pid: number; command: string }[] {
  return listProcesses().filter(({ command }) => command.includes(`${dataDir}/`) || command.includes(`"${dataDir}"`))
}

/** Reads /proc when it exists, because small images have no ps. */
function listProcesses(): { pid: number; command: string }[] {
  if (!existsSync('/proc/self/cmdline')) {
    const lines = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n')
    return lines.map((line) => ({ pid: Number.parseInt(line, 10), command: line }))
  }
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  return pids.map((pid) => ({ pid, command: commandOf(pid) }))
}

function childrenOf(parent: number | undefined): { pid: number; command: string }[] {
  return listProcesses().filter(({ pid }) => parentOf(pid) === parent)
}

function parentOf(pid: number): number | null {
  try {
    if (!existsSync('/proc/self/stat')) return Number(execFileSync('ps', ['-o', 'ppid=', '-p', `${pid}`]))
    // The name of the program is in parentheses and may contain any character.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1])
  } catch {
    return null // The process ended after the list was read.
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return '' // The process ended after the directory was read.
  }
}

async function untilGone(): Promise<void> {
  for (let waitedMs = 0; waitedMs < GONE_TIMEOUT_MS; waitedMs += 100) {
    if (processesOfTheProduct().length === 0 && !(await ready())) return
    await sleep(100)
  }
  throw new Error(`still running: ${JSON.stringify(processesOfTheProduct())}`)
}

function tryToKill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has ended already, as it should.
  }
}
