import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { handleTrpc } from '@assay/api/http/handle-trpc'
import type { RunRequest } from '@assay/domain/run-requests/run-request'
import { sysbenchText } from '@assay/testing/import/sysbench-text'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../clock.ts'
import type { CommandIo } from '../command-io.ts'
import { EXIT } from '../exit-code.ts'
import { ATTEMPT_VARIABLE } from '../runner/orphans.ts'
import { markOf } from '../runner/process-mark.ts'
import { RunnerState } from '../runner/runner-state.ts'
import { writeFakeSysbench } from '../testing/fake-sysbench.ts'
import { runCli } from '../testing/run-cli.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

let directory: string
let token: string
let project: string
let count = 0
const children: ChildProcess[] = []
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'assay-runner-'))
  project = `runner-${count++}`
  token = (await server.addProject(project)).token
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await rm(directory, { recursive: true })
})

/** Sends what the CLI sends to the handlers of the server, without a socket. */
const fetchFromServer: typeof fetch = async (input, init) => {
  const url = new URL(String(input))
  if (!url.pathname.startsWith('/api/trpc'))
    return server.send(`${url.pathname}${url.search}`, { ...init, duplex: 'half' })
  const request = new Request(url, { ...init, ...{ duplex: 'half' } })
  return handleTrpc(request, server.services, '/api/trpc')
}

const ask = async (method: string, path: string, body?: object) => {
  const answer = await server.send(`/api/v1/projects/${project}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: JSON.parse(await answer.text()) }
}

async function writeList(commands: string): Promise<string> {
  const path = join(directory, 'runner.yaml')
  await writeFile(path, `runner: lab3\nhardware: lab3\nlabels: [nvme]\ncommands:\n${commands}`, { mode: 0o600 })
  return path
}

const runner = (list: string, changes: Partial<CommandIo> = {}) =>
  runCli(
    ['runner', list, '--once', '--project', project],
    {
      ...{ ASSAY_URL: 'http://assay.test', ASSAY_TOKEN: token, PATH: process.env.PATH ?? '' },
      ...{ ASSAY_SPOOL_DIR: join(directory, 'spool'), ASSAY_DATA_DIR: join(directory, 'data') },
    },
    { fetch: fetchFromServer, clock: systemClock, ...changes },
  )
const stateDirectory = () => join(directory, 'spool', 'runner-lab3')

const requestRun = async (command: string, parameters: Record<string, string> = {}): Promise<RunRequest> => {
  const { status, body } = await ask('POST', '/run-requests', { command, parameters })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const read = async ({ id }: RunRequest): Promise<RunRequest> => (await ask('GET', `/run-requests/${id}`)).body

/** A program that prints its arguments and variables, and writes a result of sysbench. */
async function writeProgram(more = ''): Promise<string> {
  const path = join(directory, 'bench.sh')
  await writeFile(join(directory, 'report.txt'), sysbenchText({ qps: 900, threads: 4 }))
  const script = `#!/bin/bash\nprintf '<%s>' "$@"; echo; env\n${more}\ncp ${directory}/report.txt "$ASSAY_RESULT_DIR/oltp_insert-c4.log"\n`
  await writeFile(path, script, { mode: 0o755 })
  return path
}
const folderCommand = (program: string) => `
  bench:
    argv: [${program}, "--tables={tables}", "{note}"]
    results: folder
    facts: { product: PostgreSQL, version: "{version}", hardware: lab3, config: default }
    parameters:
      tables: { pattern: "[0-9]+", default: 8 }
      note: { pattern: ".*", default: none }
      version: { values: ["18.1"], default: "18.1" }
`

test('a request is executed without a shell, its run is uploaded and bound, and its output is in the log', async () => {
  const list = await writeList(folderCommand(await writeProgram()))
  expect(await runner(list)).toMatchObject({ code: EXIT.ok })
  const request = await requestRun('bench', { note: '$(id); rm -rf / "x"' })
  const ran = await runner(list)
  expect(ran.code, ran.log).toBe(EXIT.ok)
  const { state, attempts } = await read(request)
  expect([state, attempts.length], ran.log).toEqual(['finished', 1])
  const [attempt] = attempts
  expect(attempt).toMatchObject({ outcome: 'succeeded', number: 1, runner: 'lab3' })
  expect((await ask('GET', `/runs/${attempt?.runIds[0]}`)).body).toMatchObject({ hardware: 'lab3' })
  const log = (await ask('GET', `/run-attempts/${attempt?.id}/log`)).body.text
  expect(log).toContain('<--tables=8><$(id); rm -rf / "x">')
  expect(log).not.toContain('ASSAY_TOKEN')
  expect(ran.out).not.toContain(token)
})

test('a command is recorded by assay exec, and its facts come from the allow-list', async () => {
  const sysbench = join(directory, 'sysbench')
  await writeFakeSysbench(sysbench)
  const list = await writeList(`
  point:
    argv: [${sysbench}, oltp_point_select, "--threads={clients}", --tables=4, --table-size=100, run]
    facts: { product: Postgres, version: "18.0", config: x10b, workload: small }
    parameters: { clients: { values: [2] } }
`)
  await runner(list)
  const request = await requestRun('point', { clients: '2' })
  const ran = await runner(list)
  const { attempts } = await read(request)
  expect(attempts, ran.log).toMatchObject([{ outcome: 'succeeded' }])
  const { body } = await ask('GET', `/runs/${attempts[0]?.runIds[0]}`)
  expect(JSON.stringify(body)).toContain('x10b')
  // The machine of the allow-list is that of its runs.
  expect(JSON.stringify(body)).toContain('"lab3"')
})

test('what the allow-list does not allow is refused by the runner, whatever the server stored', async () => {
  const list = await writeList(folderCommand(await writeProgram(`touch ${directory}/ran`)))
  await runner(list)
  const request = await requestRun('bench', { tables: '8 --help' })
  const ran = await runner(list)
  expect((await read(request)).attempts, ran.log).toMatchObject([{ outcome: 'refused', runIds: [] }])
  await expect(readFile(join(directory, 'ran'))).rejects.toThrow('ENOENT')
  expect(await ask('POST', '/run-requests', { command: 'rm' })).toMatchObject({ status: 422 })
  expect(await ask('POST', '/run-requests', { command: 'bench', parameters: { shell: 'x' } })).toMatchObject({
    status: 422,
  })
  // The owner removed the command after the registration.
  const late = await requestRun('bench')
  await writeList('  other: { argv: ["true"] }\n')
  const { log } = await runner(list)
  expect((await read(late)).state, log).toBe('waiting')
})

test('a command that fails ends the request with its exit code and its last lines', async () => {
  const list = await writeList(folderCommand(await writeProgram('echo the disk is full >&2; exit 3')))
  await runner(list)
  const request = await requestRun('bench')
  const ran = await runner(list)
  expect((await read(request)).attempts, ran.log).toMatchObject([
    { outcome: 'failed', exitCode: 3, reason: expect.stringContaining('the disk is full'), runIds: [] },
  ])
})

test('a runner that is stopped gives its attempt back; the next start executes the second attempt', async () => {
  const program = await writeProgram(`[ -e ${directory}/second ] || { touch ${directory}/second; sleep 60; }`)
  const list = await writeList(folderCommand(program))
  await runner(list)
  const request = await requestRun('bench')
  const stop = new AbortController()
  const first = runner(list, { catchInterrupts: () => stop.signal })
  await expect
    .poll(() =>
      readFile(join(directory, 'second')).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  stop.abort()
  await first
  expect((await read(request)).state).toBe('waiting')
  const { log } = await runner(list)
  expect((await read(request)).attempts, log).toMatchObject([{ state: 'lost' }, { number: 2, outcome: 'succeeded' }])
})

test('processes of a killed runner are ended before it leases again, also those that left their group', async () => {
  const list = await writeList(folderCommand(await writeProgram()))
  await runner(list)
  const request = await requestRun('bench')
  const registered = await ask('PUT', '/runners/lab3', {
    ...{ hardware: 'lab3', labels: ['nvme'] },
    commands: [{ name: 'bench', parameters: [] }],
  })
  const { lease } = (await ask('POST', '/runners/lab3/leases', { session: registered.body.session, waitSeconds: 0 }))
    .body
  // The state that a runner leaves behind when it is killed while its command runs.
  const env = { PATH: process.env.PATH, [ATTEMPT_VARIABLE]: lease.attemptId }
  const command = spawn('bash', ['-c', 'trap "" TERM; setsid sleep 300 & sleep 300'], { detached: true, env })
  const other = spawn('sleep', ['300'], { detached: true, env: { PATH: process.env.PATH } })
  children.push(command, other)
  const ended = once(command, 'exit')
  const state = await RunnerState.open(stateDirectory())
  await state.write({ lease, phase: 'running', processes: [await markOf(command.pid ?? 0)], result: null })
  await state.close()

  const ran = await runner(list)
  await ended
  expect(ran.log).toMatch(/ended \d orphaned processes of attempt 1/)
  expect(other.exitCode ?? other.signalCode).toBeNull()
  expect((await read(request)).attempts).toMatchObject([
    { state: 'lost', reason: 'The runner was killed.' },
    { number: 2, outcome: 'succeeded' },
  ])
})

test('results of a runner that was killed after the measurement are uploaded, and the attempt is accepted', async () => {
  const list = await writeList(folderCommand(await writeProgram()))
  await runner(list)
  const request = await requestRun('bench')
  const registered = await ask('PUT', '/runners/lab3', {
    hardware: 'lab3',
    commands: [{ name: 'bench', parameters: [] }],
  })
  const { lease } = (await ask('POST', '/runners/lab3/leases', { session: registered.body.session, waitSeconds: 0 }))
    .body
  const state = await RunnerState.open(stateDirectory())
  await state.write({ lease, phase: 'measured', processes: [], result: null })
  await mkdir(join(state.folderOf(lease.attemptId), 'results'))
  await writeFile(
    join(state.folderOf(lease.attemptId), 'results', 'oltp_insert-c4.log'),
    sysbenchText({ qps: 900, threads: 4 }),
  )
  await state.close()
  const { log } = await runner(list)
  expect((await read(request)).attempts, log).toMatchObject([
    { number: 1, outcome: 'succeeded', runIds: [expect.any(String)] },
  ])
})

test.each([
  ['  a: { argv: [] }', 'commands.a.argv'],
  ['  a: { argv: ["{x}"], parameters: { x: { pattern: y } } }', 'the program has a parameter'],
])('an allow-list with %s is refused', async (commands, why) => {
  const { code, log } = await runner(await writeList(`${commands}\n`))
  expect([code, log]).toEqual([EXIT.usage, expect.stringContaining(why)])
})
