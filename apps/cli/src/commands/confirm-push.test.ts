import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sysbenchText } from '@assay/testing/import/sysbench-text'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { EXIT } from '../exit-code.ts'
import { FakeServer, TOKEN } from '../testing/fake-server.ts'
import { runCli } from '../testing/run-cli.ts'

let server: FakeServer
let directory: string
let variables: Record<string, string>

beforeEach(async () => {
  server = await FakeServer.start()
  directory = await mkdtemp(join(tmpdir(), 'assay-confirm-'))
  variables = { ASSAY_URL: server.url, ASSAY_TOKEN: TOKEN, ASSAY_SPOOL_DIR: join(directory, 'spool') }
})
afterEach(async () => {
  await server.stop()
  await rm(directory, { recursive: true })
})

/** Pushes the folder `res` with these lines typed at the terminal. */
async function push(lines: readonly (string | null)[], ...flags: string[]) {
  const left = [...lines]
  const questions: string[] = []
  const ask = async (question: string) => {
    questions.push(question)
    return left.shift() ?? null
  }
  const ran = await runCli(['push', join(directory, 'res'), '--project', 'lab', ...flags], variables, { ask })
  return { ...ran, questions, stored: [...server.runs.values()] }
}

async function write(path: string, qps: number): Promise<void> {
  const file = join(directory, 'res', path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, sysbenchText({ qps, threads: 40 }))
}

test('a person answers an open question by number or name, confirms, and the runs are stored', async () => {
  await write('lab1/pg-18.1/oltp_insert.log', 100)
  await write('lab2/pg-18.1/oltp_insert.log', 200)
  const { code, out, questions } = await push(['1', 'y'])
  expect([code, questions.length, server.runs.size]).toEqual([EXIT.ok, 2, 2])
  expect(questions[0]).toMatch(/^The machine of 2 runs is unknown.*\n {2}1 {2}the folder name of each run\n/)
  expect(questions[0]).not.toMatch(/\n {2}\d {2}lab[12]\n/)
  expect(questions[1]).toMatch(/^Upload 2 runs to lab at .*\? \[Y\/n\] $/)
  expect(out).toMatch(/PostgreSQL \(folder\) +18\.1 \(folder\) +lab1 \(profile\)/)
  expect(out).toContain('lab2 (profile)')
})

test('after one name for the machine of two folders, what the folders mean is the next question', async () => {
  await write('lab1/pg-18.1/oltp_insert.log', 100)
  await write('lab2/pg-18.1/oltp_insert.log', 200)
  const { code, questions } = await push(['epyc', null])
  expect([code, server.runs.size]).toEqual([EXIT.question, 0])
  expect(questions[1]).toMatch(/^Cannot tell what this part of the path of 2 runs means: lab1, lab2\./)
})

test.each([
  ['an empty answer', ['']],
  ['the end of the input', [null]],
  ['no', ['box', 'n']],
])('%s stores nothing and exits with 3', async (_, lines) => {
  await write('pg-18.1/oltp_insert.log', 100)
  const { code, log } = await push(lines)
  expect([code, server.runs.size]).toEqual([EXIT.question, 0])
  expect(log).toContain('Stopped; nothing was sent.')
})

test('--yes uploads what is certain without asking, and stops at a question', async () => {
  await write('pg-18.1/oltp_insert.log', 100)
  const stopped = await push([], '--yes')
  expect([stopped.code, stopped.questions, server.runs.size]).toEqual([EXIT.question, [], 0])
  const stored = await push([], '--yes', '--hardware', 'box')
  expect([stored.code, stored.questions, server.runs.size]).toEqual([EXIT.ok, [], 1])
})

test('--dry-run asks nothing and sends nothing', async () => {
  await write('pg-18.1/oltp_insert.log', 100)
  const { code, questions } = await push([], '--dry-run', '--hardware', 'box')
  expect([code, questions, server.runs.size]).toEqual([EXIT.ok, [], 0])
})

test('in a terminal the program asks and reads the answers', { timeout: 60_000 }, async (context) => {
  context.skip(spawnSync('script', ['--version']).status !== 0, 'script (util-linux) is not installed')
  await write('pg-18.1/oltp_insert.log', 100)
  const main = join(import.meta.dirname, '../main.ts')
  const env = { PATH: process.env.PATH ?? '', HOME: directory, ...variables }
  const command = `'${process.execPath}' '${main}' push res --project lab`
  const terminal = spawn('script', ['-qec', command, '/dev/null'], { cwd: directory, env })
  const answers: [question: RegExp, answer: string][] = [
    [/empty: stop/, 'box7'],
    [/\[Y\/n\]/, 'y'],
  ]
  let stdout = ''
  terminal.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk
    const [next] = answers
    if (next?.[0].test(stdout) !== true) return
    answers.shift()
    terminal.stdin.write(`${next[1]}\n`)
  })
  await once(terminal, 'close')
  expect(stdout).toContain('The machine of 1 run is unknown')
  expect(stdout).toMatch(/1 run stored/)
  expect(server.runs.size).toBe(1)
})
