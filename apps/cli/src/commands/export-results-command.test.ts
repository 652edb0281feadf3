import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { EXIT } from '../exit-code.ts'
import { runCli } from '../testing/run-cli.ts'

let server: TestServer
let directory: string
let token: string
let readToken: string
const runs: string[] = []

beforeAll(async () => {
  server = await startTestServer()
  const lab = await server.addProject('lab', 'private')
  token = lab.token
  readToken = await lab.addToken(['read'])
  directory = await mkdtemp(join(tmpdir(), 'assay-export-'))
  for (const version of ['17.6', '18.0', '18.1']) await put(version)
})
afterAll(async () => {
  await rm(directory, { recursive: true })
  await server.stop()
})

const send = (method: string, path: string, body?: object) =>
  server.send(`/api/v1/${path}`, {
    ...{ method, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

async function put(version: string): Promise<void> {
  const runId = crypto.randomUUID()
  runs.push(runId)
  const results = [{ test: 'scan', clients: 1, values: [1000] }]
  const stored = await send('PUT', `runs/${runId}`, exampleDocument({ version, metricNames: ['qps'], results }))
  expect(stored.status).toBe(201)
}

const fetchFromServer: typeof fetch = (input, init) => {
  const { pathname, search } = new URL(String(input))
  return server.send(`${pathname}${search}`, { ...init, duplex: 'half' })
}
const cli = (flags: readonly string[], project = 'lab', bearer = readToken) =>
  runCli(
    ['export-results', join(directory, 'results.ndjson.gz'), '--project', project, ...flags],
    { ASSAY_URL: 'http://assay.test', ASSAY_TOKEN: bearer, PATH: '' },
    { fetch: fetchFromServer, clock: systemClock },
  )

const versions = async () =>
  gunzipSync(await readFile(join(directory, 'results.ndjson.gz')))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).version)
    .toSorted()

test('the first export has every value, and the next ones fetch only what changed', async () => {
  expect(await cli([])).toMatchObject({ code: EXIT.ok, log: expect.stringContaining('3 values, 3 of them fetched') })
  expect(await versions()).toEqual(['17.6', '18.0', '18.1'])
  await send('DELETE', `projects/lab/runs/${runs[0]}`)
  await put('18.2')
  expect(await cli([])).toMatchObject({ code: EXIT.ok, log: expect.stringContaining('3 values, 1 of them fetched') })
  expect(await versions()).toEqual(['18.0', '18.1', '18.2'])
  expect((await cli([])).log).toContain('3 values, 0 of them fetched')
  expect((await cli(['--full'])).log).toContain('3 values, 3 of them fetched')
})

test('an excluded result is fetched again with its exclusion', async () => {
  const reason = { reason: 'Another job ran.' }
  expect((await send('POST', `projects/lab/runs/${runs[3]}/invalidations`, reason)).ok).toBe(true)
  expect((await cli([])).log).toContain('3 values, 1 of them fetched')
  expect(gunzipSync(await readFile(join(directory, 'results.ndjson.gz'))).toString()).toContain('"excluded":true')
})

const hasR = spawnSync('Rscript', ['-e', 'library(jsonlite)']).status === 0

test.skipIf(!hasR)('the lines of docs/archive.md for R print the medians without excluded results', async () => {
  const document = await readFile(new URL('../../../../docs/archive.md', import.meta.url), 'utf8')
  const [, lines = ''] = /```r\n(.*?)```/s.exec(document) ?? []
  const printed = execFileSync('Rscript', ['-e', lines], { cwd: directory, encoding: 'utf8' })
  expect(printed.trim().split(/\s*\n\s*/)).toEqual([
    expect.stringMatching(/^version test value$/),
    expect.stringMatching(/^1\s+18.0 scan\s+1000$/),
    expect.stringMatching(/^2\s+18.1 scan\s+1000$/),
  ])
})

test('a refused export leaves the file as it was', async () => {
  const before = await readFile(join(directory, 'results.ndjson.gz'))
  expect((await cli([], 'other')).code).toBe(EXIT.usage)
  expect((await cli(['--full'], 'lab', 'assay_runner_wrong')).code).toBe(EXIT.refused)
  expect(await readFile(join(directory, 'results.ndjson.gz'))).toEqual(before)
  expect(await readdir(directory)).toEqual(['results.ndjson.gz', 'results.ndjson.gz.state'])
})
