import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { GATE_EXIT_CODES } from '../exit-code.ts'
import { FakeServer, TOKEN } from '../testing/fake-server.ts'
import { runCli } from '../testing/run-cli.ts'
import { sampleRun } from '../testing/sample-run.ts'

const DOCS = join(import.meta.dirname, '../../../../docs')

let server: FakeServer
let directory: string
let variables: Record<string, string>

beforeEach(async () => {
  server = await FakeServer.start()
  directory = await mkdtemp(join(tmpdir(), 'assay-gate-'))
  variables = {
    ASSAY_URL: server.url,
    ASSAY_TOKEN: TOKEN,
    ASSAY_PROJECT: 'lab',
    ASSAY_SPOOL_DIR: join(directory, 'spool'),
    ASSAY_DATA_DIR: join(directory, 'data'),
  }
  answer('pass')
})

afterEach(async () => {
  await server.stop()
  await rm(directory, { recursive: true })
})

const CODES = { pass: 0, regression: 1, 'cannot tell': 2 }

function answer(verdict: keyof typeof CODES): void {
  const body = { verdict, exitCode: CODES[verdict], link: null, markdown: `**${verdict}**\n`, rows: [] }
  server.gateAnswer = { status: 200, body }
}

const gate = (...argv: string[]) => runCli(['gate', ...argv], variables)
const versions = ['--base', '17.6', '--candidate', '18.0']

async function results(): Promise<string> {
  const folder = join(directory, 'results')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'run.json'), JSON.stringify([sampleRun(1), sampleRun(2)]))
  return folder
}

test.each([
  ['pass', 0],
  ['regression', 1],
  ['cannot tell', 2],
] as const)('%s ends with %i and prints the table', async (verdict, code) => {
  answer(verdict)
  expect(await gate(...versions)).toMatchObject({ code, out: `**${verdict}**\n`, log: '' })
  expect(server.gates).toMatchObject([
    { path: '/api/v1/gates?project=lab', body: { base: ['17.6'], candidate: ['18.0'], rule: { kind: 'project' } } },
  ])
})

test.each<[string[], RegExp]>([
  [['--base', '17.6'], /required option '--candidate/],
  [[...versions, '--rule', 'sometimes'], /--rule: "sometimes" is not a rule/],
  [[...versions, '--format', 'xml'], /markdown, json/],
  [[...versions, '--unheard-of'], /unknown option/],
  [[...versions, '--version', '3'], /--version applies to benchmark output only/],
  [[...versions, '--upload'], /--upload needs benchmark output/],
  [['--base', '17.6', '--candidate', './nowhere'], /nowhere cannot be read/],
  [[...versions, '--project', 'Not A Slug'], /not a project name/],
])('wrong use %j ends with 3, for 2 is a verdict', async (argv, message) => {
  expect(await gate(...argv)).toMatchObject({ code: 3, out: '', log: expect.stringMatching(message) })
  expect(server.gates).toEqual([])
})

test('a refused request and an unreachable server end with exit code 3 and a sentence', async () => {
  server.gateAnswer = { status: 422, body: { code: 'query-invalid', detail: 'There is no version "17.6".' } }
  expect(await gate(...versions)).toMatchObject({ code: 3, log: 'There is no version "17.6".\n' })
  server.gateAnswer = { status: 200, body: { verdict: 'perhaps' } }
  expect(await gate(...versions)).toMatchObject({ code: 3 })
  const closed = await FakeServer.start()
  variables.ASSAY_URL = closed.url
  await closed.stop()
  expect(await gate(...versions)).toMatchObject({ code: 3, log: expect.stringContaining('cannot be reached') })
})

test('a folder is sent as documents, including the facts of flags, and is not stored', async () => {
  const { code, log } = await gate('--base', '17.6', '--candidate', await results(), '--hardware', 'pn53')
  expect([code, log]).toEqual([0, '2 runs compared without being stored; --upload stores them.\n'])
  expect(server.gates[0]?.body).toMatchObject({
    hardware: ['pn53'],
    config: [],
    documents: [{ version: '18.0' }, { version: '18.0' }],
  })
  expect(server.runs.size).toBe(0)
})

test('with --upload it is stored first, and the ids of its runs are the candidate', async () => {
  const { code, out } = await gate('--base', '17.6', '--candidate', await results(), '--upload')
  expect([code, out]).toEqual([0, '**pass**\n'])
  const ids = [sampleRun(1).runId, sampleRun(2).runId]
  expect(server.gates[0]?.body).toMatchObject({ candidate: ids })
  expect([...server.runs.keys()].sort()).toEqual(ids.map((id) => `lab/${id}`).sort())
})

test('runs that could not be stored give no verdict, and stay in the spool', async () => {
  server.misbehaviors = [{ status: 403 }, { status: 403 }]
  const { code, log } = await gate('--base', '17.6', '--candidate', await results(), '--upload')
  expect([code, log]).toEqual([3, expect.stringContaining('there is no verdict')])
  expect(server.gates).toEqual([])
})

test('the answer is written to a file, and to the summary of a GitHub job', async () => {
  const [file, summary] = [join(directory, 'gate.json'), join(directory, 'summary.md')]
  variables.GITHUB_STEP_SUMMARY = summary
  await writeFile(summary, 'before\n')
  const { out } = await gate(...versions, '--format', 'json', '--output', file, '--test', 'a', '--test', 'b')
  expect(out).toBe('pass\n')
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ verdict: 'pass', rows: [] })
  expect(await readFile(summary, 'utf8')).toBe('before\n**pass**\n')
  expect(server.gates[0]?.body).toMatchObject({ test: ['a', 'b'] })
  const nowhere = await gate(...versions, '--output', join(directory, 'none', 'gate.md'))
  expect(nowhere).toMatchObject({ code: 3, log: expect.stringContaining('cannot be written') })
})

test('help and docs/gate.md list the same exit codes', async () => {
  const { out } = await gate('--help')
  const docs = await readFile(join(DOCS, 'gate.md'), 'utf8')
  for (const { code, meaning } of GATE_EXIT_CODES) {
    expect(out).toContain(`${code}  ${meaning}`)
    expect(docs).toContain(`| ${code} | ${meaning} |`)
  }
})

const Workflow = z.looseObject({
  jobs: z.record(z.string(), z.looseObject({ steps: z.array(z.looseObject({ run: z.string().optional() })) })),
})

test('the example workflow is valid YAML, and every assay option in it exists', async () => {
  const text = await readFile(join(DOCS, 'examples', 'gate.yml'), 'utf8')
  const { jobs } = Workflow.parse(parse(text))
  const scripts = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []))
  const calls = scripts
    .join('\n')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .flatMap((line) => /^\s*assay (\w+) (.*)$/.exec(line)?.slice(1, 3) ?? [])
  expect(calls.filter((_, at) => at % 2 === 0)).toEqual(['exec', 'gate'])
  for (const [at, command] of calls.entries()) {
    if (at % 2 === 1) continue
    const { out } = await runCli([command, '--help'], variables)
    const options = (calls[at + 1] ?? '').split(/ -- |\|\|/)[0]?.match(/--[a-z-]+/g) ?? []
    expect(options.length).toBeGreaterThan(2)
    for (const option of options) expect(out, `assay ${command} ${option}`).toMatch(new RegExp(`${option}\\b`))
  }
})
