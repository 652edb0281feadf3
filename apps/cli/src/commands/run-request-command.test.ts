import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { handleTrpc } from '@assay/api/http/handle-trpc'
import { sysbenchText } from '@assay/testing/import/sysbench-text'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { EXIT } from '../exit-code.ts'
import { runCli } from '../testing/run-cli.ts'

let server: TestServer
let directory: string
let token: string
let list: string

beforeAll(async () => {
  server = await startTestServer()
  token = (await server.addProject('lab', 'private')).token
  directory = await mkdtemp(join(tmpdir(), 'assay-request-'))
  await writeFile(join(directory, 'report.txt'), sysbenchText({ qps: 900, threads: 4 }))
  const script = `#!/bin/bash\necho measuring "$1"\n[ "$1" = fail ] && exit 7\ncp ${directory}/report.txt "$ASSAY_RESULT_DIR/oltp_insert-c4.log"\n`
  await writeFile(join(directory, 'bench.sh'), script, { mode: 0o755 })
  list = join(directory, 'runner.yaml')
  const facts = 'facts: { product: PostgreSQL, version: "18.1", hardware: lab3, config: default }'
  const command = (name: string) =>
    `  ${name}:\n    argv: [${directory}/bench.sh, "{mode}"]\n    results: folder\n    ${facts}\n    parameters: { mode: { values: [good, fail], default: good } }\n`
  await writeFile(list, `runner: lab3\nhardware: lab3\ncommands:\n${command('bench')}${command('nightly')}`, {
    mode: 0o600,
  })
})
afterAll(async () => {
  await rm(directory, { recursive: true })
  await server.stop()
})

/** Sends what the CLI sends to the handlers of the server, without a socket. */
const fetchFromServer: typeof fetch = async (input, init) => {
  const url = new URL(String(input))
  if (!url.pathname.startsWith('/api/trpc'))
    return server.send(`${url.pathname}${url.search}`, { ...init, duplex: 'half' })
  return handleTrpc(new Request(url, { ...init, ...{ duplex: 'half' } }), server.services, '/api/trpc')
}

const cli = (...argv: string[]) =>
  runCli(
    argv,
    {
      ...{ ASSAY_URL: 'http://assay.test', ASSAY_TOKEN: token, ASSAY_PROJECT: 'lab', PATH: process.env.PATH ?? '' },
      ...{ ASSAY_SPOOL_DIR: join(directory, 'spool'), ASSAY_DATA_DIR: join(directory, 'data') },
    },
    { fetch: fetchFromServer, clock: systemClock },
  )
const send = (method: string, path: string, body: object) =>
  server.send(`/api/v1/projects/lab/${path}`, {
    ...{ method, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } },
    body: JSON.stringify(body),
  })

test('request-run follows a run: output on standard error, ids of runs on standard output, exit as the run', async () => {
  await cli('runner', list, '--once')
  const following = cli('request-run', 'bench', '--param', 'mode=good')
  // The runner begins when the request is there.
  let isDone = false
  void following.then(() => {
    isDone = true
  })
  while (!isDone) await cli('runner', list, '--once')
  const good = await following
  expect([good.code, good.out], good.log).toEqual([EXIT.ok, expect.stringMatching(/^[0-9a-f-]{36}\n$/)])
  expect(good.log).toMatch(
    /waits for a runner\n[\s\S]*attempt 1 runs on lab3\n[\s\S]*measuring good\n[\s\S]*succeeded\n$/,
  )
})

test('request-run without --follow prints the id, and a request that the runner refuses ends with an error', async () => {
  const { code, out } = await cli('request-run', 'bench', '--param', 'mode=fail', '--no-follow')
  expect([code, out]).toEqual([EXIT.ok, expect.stringMatching(/^[0-9a-f-]{36}\n$/)])
  const unknown = await cli('request-run', 'rm')
  expect([unknown.code, unknown.log]).toEqual([EXIT.refused, expect.stringContaining('No runner offers the command')])
  expect((await cli('request-run', 'bench', '--param', 'mode')).code).toBe(EXIT.usage)
})

test('a job of an engine executes the one request that it was started for', async () => {
  const engine = {
    engine: 'webhook',
    address: 'https://ci.example.org/',
    hardware: 'ci',
    commands: [{ name: 'nightly' }],
  }
  expect((await send('PUT', 'run-engines/github', engine)).status).toBe(200)
  const id = (await cli('request-run', 'nightly', '--runner', 'github', '--no-follow')).out.trim()
  const job = await cli('runner', list, '--name', 'github', '--request', id)
  expect(job.code, job.log).toBe(EXIT.ok)
  expect(job.log).toContain('attempt 1 of nightly: succeeded')
  const again = await cli('runner', list, '--name', 'github', '--request', id)
  expect([again.code, again.log]).toEqual([EXIT.ok, expect.stringContaining('does not wait any longer')])
})
