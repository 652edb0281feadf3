import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { handleRest } from '@assay/api/rest/handle-rest'
import { sysbenchText } from '@assay/testing/import/sysbench-text'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'

const run = promisify(execFile)

/** True where Python and pip can create an environment; the test says that it is skipped elsewhere. */
const hasPython = await run('python3', ['-c', 'import venv, ensurepip'])
  .then(() => true)
  .catch(() => false)

let server: TestServer
let http: ReturnType<typeof createServer>
let directory: string
let python: string
let token: string

beforeAll(async () => {
  if (!hasPython) return
  server = await startTestServer()
  token = (await server.addProject('lab', 'private')).token
  http = createServer(getRequestListener((request) => handleRest(request, server.services)))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  directory = await mkdtemp(join(tmpdir(), 'assay-python-'))
  await run('python3', ['-m', 'venv', join(directory, 'venv')])
  python = join(directory, 'venv', 'bin', 'python')
  // A copy, because pip builds in the folder that it installs from.
  await cp(import.meta.dirname, join(directory, 'client'), { recursive: true })
  await run(python, ['-m', 'pip', 'install', '--quiet', `${join(directory, 'client')}[pandas]`])
  for (const version of ['17.6', '18.0']) {
    const stored = await server.send(`/api/v1/runs/${crypto.randomUUID()}`, {
      method: 'PUT',
      body: JSON.stringify(exampleDocument({ version })),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    })
    expect(stored.status).toBe(201)
  }
})
afterAll(async () => {
  if (!hasPython) return
  http.close()
  await server.stop()
  await rm(directory, { recursive: true })
})

async function execute(script: string): Promise<unknown> {
  const { port } = http.address() as AddressInfo
  const path = join(directory, 'script.py')
  await writeFile(path, script)
  const env = { ...process.env, ASSAY_URL: `http://127.0.0.1:${port}`, ASSAY_TOKEN: token, ASSAY_PROJECT: 'lab' }
  return JSON.parse((await run(python, [path], { env, cwd: directory })).stdout)
}

test.skipIf(!hasPython)('pip installs the client, which reads results as a DataFrame', async () => {
  const answer = await execute(`
import json
from assay_client import Assay
lab = Assay()
frame = lab.results(version=["17.6", "18.0"])
versions = sorted(frame["version"].unique())
print(json.dumps([len(lab.runs()), versions, sorted(frame.columns)[:3], int(frame["value"].isna().sum())]))
`)
  expect(answer).toEqual([2, ['17.6', '18.0'], ['benchmark', 'build', 'clients'], 0])
})

test.skipIf(!hasPython)('it uploads output, requests runs, and reports refusals with their code', async () => {
  await writeFile(join(directory, 'oltp_insert-c4.log'), sysbenchText({ qps: 900, threads: 4 }))
  const commands = [{ name: 'bench', parameters: [{ name: 'version', pattern: '.*' }] }]
  await server.send('/api/v1/projects/lab/runners/lab3', {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ hardware: 'lab3', commands }),
  })
  const answer = await execute(`
import json
from assay_client import Assay, AssayError
lab = Assay()
stored = lab.upload("oltp_insert-c4.log", product="PostgreSQL", version="18.1", hardware="lab3", config="default")
request = lab.request_run("bench", version="18.1")
preview = lab.plan_preview("interleave", "bench", ["17.6", "18.1"], repeats=2)
try:
    lab.request_run("rm")
    refusal = None
except AssayError as error:
    refusal = [error.status, error.code]
print(json.dumps([len(stored), request["state"], preview["values"], lab.runners()[0]["name"], refusal]))
`)
  expect(answer).toEqual([1, 'waiting', ['17.6', '18.1', '18.1', '17.6'], 'lab3', [422, 'document-invalid']])
})

test.skipIf(!hasPython)('its types are complete', async () => {
  await run(python, ['-m', 'pip', 'install', '--quiet', 'mypy', 'pandas-stubs'])
  await run(python, ['-m', 'mypy', '--strict', join(import.meta.dirname, 'src')])
})
