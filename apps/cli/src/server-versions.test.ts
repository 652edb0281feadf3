// The command works with servers of the next and the previous version: it ignores fields that it does not know, and says
// in a sentence what an older server lacks.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { handleTrpc } from '@assay/api/http/handle-trpc'
import { sysbenchText } from '@assay/testing/import/sysbench-text'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from './clock.ts'
import { EXIT } from './exit-code.ts'
import { runCli } from './testing/run-cli.ts'

let server: TestServer
let directory: string
let token: string

beforeAll(async () => {
  server = await startTestServer()
  token = (await server.addProject('lab', 'private')).token
  directory = await mkdtemp(join(tmpdir(), 'assay-versions-'))
  for (const version of ['17.6', '18.0']) {
    await server.send(`/api/v1/runs/${crypto.randomUUID()}`, {
      ...{ method: 'PUT', body: JSON.stringify(exampleDocument({ version })) },
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    })
  }
  await writeFile(join(directory, 'oltp_insert-c4.log'), sysbenchText({ qps: 900, threads: 4 }))
  const program = join(directory, 'bench.sh')
  const script = `#!/bin/bash\ncp ${directory}/oltp_insert-c4.log "$ASSAY_RESULT_DIR/"\n`
  await writeFile(program, script, { mode: 0o755 })
  const facts = 'facts: { product: PostgreSQL, version: "18.1", hardware: lab3, config: default }'
  const list = `runner: lab3\nhardware: lab3\ncommands:\n  bench:\n    argv: [${program}]\n    results: folder\n    ${facts}\n`
  await writeFile(join(directory, 'runner.yaml'), list, { mode: 0o600 })
})
afterAll(async () => {
  await rm(directory, { recursive: true })
  await server.stop()
})

const fetchFromServer: typeof fetch = async (input, init) => {
  const url = new URL(String(input))
  if (!url.pathname.startsWith('/api/trpc'))
    return server.send(`${url.pathname}${url.search}`, { ...init, duplex: 'half' })
  return handleTrpc(new Request(url, { ...init, ...{ duplex: 'half' } }), server.services, '/api/trpc')
}

/** Answers as a server of the next version, which adds a field to every object; names of parameters are data. */
const fetchFromNextServer: typeof fetch = async (input, init) => {
  const answer = await fetchFromServer(input, init)
  if (!answer.headers.get('content-type')?.includes('json')) return answer
  const headers = new Headers(answer.headers)
  headers.delete('content-length')
  return new Response(JSON.stringify(withNewFields(await answer.json())), { status: answer.status, headers })
}

function withNewFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNewFields)
  if (typeof value !== 'object' || value === null) return value
  const known = Object.entries(value).map(([name, inner]) => [
    name,
    name === 'parameters' ? inner : withNewFields(inner),
  ])
  return { ...Object.fromEntries(known), addedInTheNextVersion: { since: '9.9' } }
}

const COMMANDS = (): Record<string, readonly string[]> => ({
  push: [
    'push',
    '--yes',
    join(directory, 'oltp_insert-c4.log'),
    '--product',
    'PG',
    '--version',
    '1',
    '--hardware',
    'lab3',
    '--config',
    'c',
  ],
  compare: ['compare', 'rows=test&columns=version&base=version:17.6', '--format', 'markdown'],
  gate: ['gate', '--base', '17.6', '--candidate', '18.0'],
  experiments: ['experiment', 'list'],
  runner: ['runner', join(directory, 'runner.yaml'), '--once'],
  'request-run': ['request-run', 'bench', '--no-follow'],
  'runner with a request': ['runner', join(directory, 'runner.yaml'), '--once'],
  'export-results': ['export-results', join(directory, 'results.ndjson')],
})

const cli = (argv: readonly string[], fetchFrom: typeof fetch) =>
  runCli(
    argv,
    {
      ...{ ASSAY_URL: 'http://assay.test', ASSAY_TOKEN: token, ASSAY_PROJECT: 'lab', PATH: process.env.PATH ?? '' },
      ...{ ASSAY_SPOOL_DIR: join(directory, 'spool'), ASSAY_DATA_DIR: join(directory, 'data') },
    },
    { fetch: fetchFrom, clock: systemClock },
  )

test('a server of the next version may add fields to every answer', async () => {
  const failed: unknown[] = []
  for (const [name, argv] of Object.entries(COMMANDS())) {
    const { code, log } = await cli(argv, fetchFromNextServer)
    // The example has one repeat, so the gate is inconclusive.
    if (code !== EXIT.ok && !(name === 'gate' && code === 2)) failed.push([name, code, log])
  }
  expect(failed).toEqual([])
})

test.each([
  ['export-results', /\/values/],
  ['request-run', /\/run-requests/],
  ['experiments', /\/experiments/],
])('%s with a server that does not have it yet ends with its answer, not with a bug', async (name, path) => {
  const fetchFromPrevious: typeof fetch = async (input, init) =>
    path.test(String(input)) ? server.send('/api/v1/absent', { ...init, duplex: 'half' }) : fetchFromServer(input, init)
  const argv = COMMANDS()[name] ?? []
  const { code, log } = await cli(name === 'export-results' ? [...argv, '--full'] : argv, fetchFromPrevious)
  expect([code, log]).toEqual([EXIT.refused, expect.stringContaining('There is nothing at /api/v1/absent')])
})
