import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Clock } from '../clock.ts'
import { EXIT } from '../exit-code.ts'
import { FakeServer, TOKEN } from '../testing/fake-server.ts'
import { runCli } from '../testing/run-cli.ts'
import { sampleRun } from '../testing/sample-run.ts'

let server: FakeServer
let directory: string
let variables: Record<string, string>

beforeEach(async () => {
  server = await FakeServer.start()
  directory = await mkdtemp(join(tmpdir(), 'assay-watch-'))
  await mkdir(results())
  variables = {
    ASSAY_URL: server.url,
    ASSAY_TOKEN: TOKEN,
    ASSAY_SPOOL_DIR: join(directory, 'spool'),
    ASSAY_DATA_DIR: join(directory, 'data'),
  }
})

afterEach(async () => {
  await server.stop()
  await rm(directory, { recursive: true })
})

const results = () => join(directory, 'results')

async function put(name: string, content: string): Promise<void> {
  await mkdir(dirname(join(results(), name)), { recursive: true })
  await writeFile(join(results(), name), content)
}

const runFile = (qps: number): string => JSON.stringify(sampleRun(qps))

/**
 * Watches for some time by a clock that only sleeping advances, and then stops.
 *
 * @param happenings actions by the second at which they run.
 */
async function watchFor(seconds: number, happenings: Readonly<Record<number, () => Promise<void>>> = {}) {
  const start = Date.parse('2026-01-01T00:00:00Z')
  const stop = new AbortController()
  const due = Object.entries(happenings).map(([at, happen]) => ({ at: Number(at), happen }))
  let time = start
  const clock: Clock = {
    now: () => time,
    async sleep(ms) {
      time += ms
      while (due[0] !== undefined && time >= start + due[0].at * 1000) await due.shift()?.happen()
      if (time >= start + seconds * 1000) stop.abort()
    },
    random: () => 0.5,
  }
  const argv = ['watch', results(), '--project', 'lab', '--settle', '30']
  return runCli(argv, variables, { clock, catchInterrupts: () => stop.signal })
}

test('a folder is uploaded once, after nothing in it changed for the settle time', async () => {
  await put('one/run.json', runFile(1))
  const { code, log, out } = await watchFor(200, { 20: () => put('one/more.json', runFile(2)) })
  expect([code, server.runs.size, server.received.length]).toEqual([EXIT.ok, 2, 2])
  expect(log).toMatch(/^2026-01-01T00:00:00Z watching .*results for lab at http.*; 0 folders finished before\n/)
  expect(log).toMatch(/^2026-01-01T00:00:50Z one: Postgres 18\.0 o2nofp/m) // 30 s after the last change, at 20 s.
  expect(log).toMatch(/stopped\n$/)
  expect(out).toMatch(/^2026-01-01T00:00:50Z stored {3}1\/2/m)
})

test('a file named done marks a folder as finished', async () => {
  await put('one/run.json', runFile(1))
  await put('two/run.json', runFile(2))
  const { log } = await watchFor(10, { 4: () => put('one/done', '') })
  expect([...server.runs.keys()]).toEqual([`lab/${sampleRun(1).runId}`])
  expect(log).toMatch(/^2026-01-01T00:00:04Z one: /m)
})

test('an uploaded folder is not uploaded again after a restart, and a new one is', async () => {
  await put('one/run.json', runFile(1))
  await watchFor(60)
  await put('two/run.json', runFile(2))
  const { log } = await watchFor(60)
  expect(log).toContain('1 folder finished before')
  expect(server.received).toEqual([sampleRun(1).runId, sampleRun(2).runId])
})

test('a folder that changes afterwards is reported once, with the next step', async () => {
  await put('one/run.json', runFile(1))
  const { log } = await watchFor(200, { 60: () => put('one/late.json', runFile(2)) })
  expect(server.runs.size).toBe(1)
  expect(log.match(/one: changed after it was dealt with/g)).toHaveLength(1)
  expect(log).toContain(`assay push ${join(results(), 'one')}`)
})

test('folders without a complete result are reported and left in place', async () => {
  await put('notes/readme.txt', 'hello\n')
  await mkdir(join(results(), 'empty'))
  await put('.hidden/run.json', runFile(1))
  await put('loose.json', runFile(2))
  const { code, log } = await watchFor(200)
  expect([code, server.requests]).toEqual([EXIT.ok, []])
  expect(log).toContain('notes: no result in 1 file, nothing to upload\n')
  expect(log).not.toContain('empty')
})

test('without a server runs wait in the spool, and are sent as soon as it is back', async () => {
  await put('one/run.json', runFile(1))
  server.misbehaviors = Array(30).fill({ status: 503 })
  const away = await watchFor(100)
  expect(away.code).toBe(EXIT.pending)
  expect(away.log).toMatch(/stopped; 1 run left in the spool/)
  server.misbehaviors = []
  const back = await watchFor(10)
  expect([back.code, server.received]).toEqual([EXIT.ok, [sampleRun(1).runId]])
})

test('a folder in which assay exec still runs a benchmark is not finished, however long it is silent, unless it was abandoned', async () => {
  const record = (outcome: string) =>
    JSON.stringify({
      assayExec: 1,
      test: 'x',
      testGiven: false,
      command: 'x',
      outcome,
      startedAt: '2026-01-01T00:00:00Z',
      files: { output: 'x.txt' },
      sampleSeconds: 1,
      facts: {},
    })
  await put('one/x.exec.json', record('running'))
  const { log } = await watchFor(300, { 200: () => put('one/x.exec.json', record('finished')) })
  expect(log).toMatch(/^2026-01-01T00:03:50Z one: no result/m)
  await put('two/x.exec.json', record('running'))
  expect((await watchFor(700)).log).toMatch(/^2026-01-01T00:10:00Z .*killed together with assay/m)
})

test('a missing directory is a usage error', async () => {
  const { code, log } = await runCli(['watch', '/nowhere', '--project', 'lab'], variables)
  expect([code, log]).toEqual([EXIT.usage, '/nowhere cannot be watched: it does not exist.\n'])
})

test('an unreadable state file is not treated as an empty one', async () => {
  await put('one/run.json', runFile(1))
  await watchFor(60)
  const [name = ''] = await readdir(join(directory, 'spool', 'watch'))
  await writeFile(join(directory, 'spool', 'watch', name), '{')
  const { code, log } = await watchFor(60)
  expect([code, log]).toEqual([EXIT.local, expect.stringContaining('remove it to go on')])
  expect(server.received).toHaveLength(1)
})
