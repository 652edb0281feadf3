// The inspector of the Model Context Protocol, from its registry, lists every tool of a server and calls each one.

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { workerTasks } from '@assay/api/jobs/job-worker'
import { TOOLS } from '@assay/api/mcp/tools'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ROOT } from '../lib/bootstrap/node.mjs'
import { handleApi } from './handle-api.ts'

const run = promisify(execFile)
const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0'
const FOLDED = 'postgres;main;exec;memcmp 30\npostgres;main;exec;sort 70\n'
const RUN = 'b1f4d2a6-3c58-4e0b-9a77-5d2c8e61f0a3'
const CSV = 'product,version,hardware,config,workload,test,clients,qps\nPostgres,18.1,dell32,x10a,cached,point,1,1000\n'
const RELEASES = { base: '"17.6"', candidate: '"18.0"' }
const PLAN = { kind: 'repeat', command: 'bench', values: '["17.6","18.0"]' }

let directory: string
let server: TestServer
let token: string
/** Ids of what the tools ask for by id. */
const ids: Record<string, string> = {}

const http = createServer(getRequestListener((request) => handleApi(request, server.services)))
// A listening server has an address with a port.
const origin = () => `http://127.0.0.1:${(http.address() as AddressInfo).port}`

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'assay-inspector-'))
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefix', directory, INSPECTOR])
  server = await startTestServer()
  const lab = await server.addProject('lab', 'private')
  token = lab.token
  await server.db.jobs.enqueue('find-changes', { projectId: lab.project.id, product: 'none' }, 'makes the queue')
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  await uploadRuns()
  await server.db.jobs.runPending(workerTasks(server.services))
  await addObjects()
})
afterAll(async () => {
  http.close()
  http.closeAllConnections()
  await server.stop()
  await rm(directory, { recursive: true })
})

async function send(method: string, path: string, body?: unknown) {
  const answer = await server.send(`/api/v1/${path}`, {
    ...{ method, headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` } },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  expect(answer.ok, `${method} ${path}: ${text}`).toBe(true)
  return z.looseObject({}).parse(JSON.parse(text))
}

/** Two releases with a regression, repeated so that it becomes a finding; one run has a CPU profile. */
async function uploadRuns() {
  const profile = {
    attachment: 'scan.folded',
    kind: 'folded-stacks',
    unit: 'samples',
    total: 100,
    functions: 5,
  } as const
  for (const [version, qps] of Object.entries({ '17.6': 1000, '18.0': 800 })) {
    for (const repeat of [1, 2, 3, 4, 5, 6, 7]) {
      const document = exampleDocument({
        ...{ version, repeat, startedAt: `2025-10-0${repeat}T10:00:00Z`, finishedAt: `2025-10-0${repeat}T10:10:00Z` },
        ...{
          metricNames: ['qps', 'profile_functions'],
          tests: [{ name: 'scan', order: 0, role: 'measured', primaryMetric: 'qps' }],
        },
        results: [{ test: 'scan', clients: 1, values: [qps + repeat, 5] }],
        attachments: [
          {
            ...{
              name: 'scan.folded',
              sizeBytes: FOLDED.length,
              sha256: createHash('sha256').update(FOLDED).digest('hex'),
            },
            contentGzipBase64: gzipSync(FOLDED).toString('base64'),
          },
        ],
        profiles: [{ ...profile, test: 'scan', clients: 1 }],
      })
      await send('PUT', `runs/${version === '17.6' && repeat === 1 ? RUN : crypto.randomUUID()}`, document)
    }
  }
}

async function addObjects() {
  const lab = 'projects/lab'
  const { workload, hardware, benchmark } = exampleDocument({})
  const environment = { workloads: [workload.name], hardware: hardware.name, benchmark: benchmark.name }
  await send('POST', `${lab}/experiments`, {
    slug: 'search',
    title: 'Search',
    base: '17.6',
    budgetHours: 9,
    ...environment,
  })
  await send('POST', `${lab}/specs`, { kind: 'functional', title: 'Exact sums', text: '# Exact sums\n\nThe same.' })
  const commands = [{ name: 'bench', parameters: [{ name: 'version', pattern: '.*' }] }]
  await send('PUT', `${lab}/runners/lab3`, { hardware: 'dell32', commands })
  const request = { command: 'bench', parameters: { version: '18.0' } }
  ids.request = String((await send('POST', `${lab}/run-requests`, request)).id)
  const plan = { kind: 'repeat', command: 'bench', values: ['17.6', '18.0'] }
  ids.plan = String((await send('POST', `${lab}/run-plans`, plan)).id)
  const { findings } = await send('GET', `${lab}/findings`)
  ids.finding = z.array(z.looseObject({ id: z.string() })).parse(findings)[0]?.id ?? ''
}

/** Runs the inspector as a person does, without its limit of time. */
async function inspect(...args: string[]): Promise<Record<string, unknown>> {
  const inspector = join(directory, 'node_modules/.bin/mcp-inspector')
  const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, HOME: directory }
  const all = [inspector, '--cli', '--connect-timeout', '240000', ...args]
  // It exits with an error when the tool refuses the call, and prints why on standard error.
  const { stdout, stderr } = await run(process.execPath, all, { env, cwd: directory, maxBuffer: 50e6 }).catch(
    (error) => error,
  )
  return z.record(z.string(), z.unknown()).parse(stdout === '' ? { isError: true, stderr } : JSON.parse(stdout))
}

/** Over standard input and output, by `assay mcp`. */
const overStdio = (...args: string[]) => {
  const variables = ['-e', `ASSAY_URL=${origin()}`, '-e', `ASSAY_TOKEN=${token}`]
  return inspect(...variables, process.execPath, join(ROOT, 'apps/cli/src/main.ts'), 'mcp', ...args)
}

/** Over streamable HTTP. */
const overHttp = (...args: string[]) =>
  inspect(`${origin()}/api/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${token}`, ...args)

const call = (name: string, input: Record<string, string>) =>
  overHttp('--method', 'tools/call', '--tool-name', name, ...Object.entries(input).flatMap(argument))
const argument = ([name, value]: readonly [string, string]) => ['--tool-arg', `${name}=${value}`]

/** An input of each tool; a name in braces is an id. */
const INPUTS: Record<string, Record<string, string>> = {
  list_projects: {},
  ...{ search: { text: 'dell32' }, list_runs: { limit: '5' } },
  // The inspector reads values as JSON first, so a version is quoted.
  ...{ compare: RELEASES, explain: RELEASES },
  ...{ list_findings: {}, get_finding: { id: '{finding}' } },
  ...{ list_profiles: {}, flame_graph: { profile: '{profile}' } },
  ...{ series: { metric: 'qps' }, gate: { base: '["17.6"]', candidate: '["18.0"]' } },
  ...{ preview_output: { name: 'pg/point.csv', text: CSV }, submit_output: { name: 'pg/point.csv', text: CSV } },
  ...{ list_experiments: {}, get_experiment: { experiment: 'search' } },
  propose_candidate: { experiment: 'search', description: 'more buffers' },
  attach_run: { experiment: 'search', number: '0', runId: RUN },
  ...{ list_runners: {}, request_run: { command: 'bench', parameters: '{"version":"18.0"}' }, list_run_requests: {} },
  ...{ watch_run_request: { id: '{request}' }, cancel_run_request: { id: '{request}' } },
  ...{ preview_run_plan: PLAN, start_run_plan: PLAN, list_run_plans: {} },
  ...{ get_run_plan: { id: '{plan}' }, cancel_run_plan: { id: '{plan}' } },
  ...{ list_specs: {}, get_spec: { name: 'FS-1' } },
}

test('the inspector lists every tool, and finds no schema that other clients cannot read', async () => {
  const { tools } = await overStdio('--strict', '--method', 'tools/list')
  const names = z
    .array(z.looseObject({ name: z.string() }))
    .parse(tools)
    .map(({ name }) => name)
  expect(names).toEqual(TOOLS.map(({ name }) => name))
  expect(Object.keys(INPUTS).sort()).toEqual(names.toSorted())
})

test('the inspector calls every tool', async () => {
  const refused: unknown[] = []
  for (const { name, input } of TOOLS) {
    const own = Object.entries(INPUTS[name] ?? {}).map(([field, value]) => {
      return [field, value.startsWith('{') && value.endsWith('}') ? (ids[value.slice(1, -1)] ?? value) : value]
    })
    const answer = await call(name, { ...('project' in input.shape && { project: 'lab' }), ...Object.fromEntries(own) })
    if (answer.isError === true || answer.structuredContent === undefined) refused.push([name, answer])
    if (name === 'list_profiles')
      ids.profile = /[0-9a-f-]{36}/.exec(JSON.stringify(answer.structuredContent))?.[0] ?? ''
  }
  expect(refused).toEqual([])
})

test('the inspector reads the resource and the prompts', async () => {
  expect(JSON.stringify(await overStdio('--method', 'resources/read', '--uri', 'assay://projects'))).toContain('lab')
  expect(JSON.stringify(await overStdio('--method', 'prompts/list'))).toContain('compare_versions')
})
