import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sysbenchText } from '@assay/testing/import/sysbench-text'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPythonEnvironment, hasPython, type PythonEnvironment, run } from './testing/python-environment.ts'

let server: TestServer
let environment: PythonEnvironment
let token: string

beforeAll(async () => {
  if (!hasPython) return
  server = await startTestServer()
  token = (await server.addProject('lab', 'private')).token
  environment = await createPythonEnvironment(server, token, [])
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
  await environment.stop()
  await server.stop()
})

test.skipIf(!hasPython)('pip installs the client, which reads results as a DataFrame', async () => {
  const answer = await environment.execute(`
import json
from assay_client import Assay
lab = Assay()
frame = lab.results(version=["17.6", "18.0"])
versions = sorted(frame["version"].unique())
metrics = sorted(lab.results(metric="qps", since="2020-01-01T00:00:00Z")["metric"].unique())
print(json.dumps([len(lab.runs()), versions, int(frame["value"].isna().sum()), metrics, lab.findings()]))
`)
  expect(answer).toEqual([2, ['17.6', '18.0'], 0, ['qps'], []])
})

test.skipIf(!hasPython)('it uploads output, requests runs, and reports refusals with their code', async () => {
  await writeFile(join(environment.directory, 'oltp_insert-c4.log'), sysbenchText({ qps: 900, threads: 4 }))
  const commands = [{ name: 'bench', parameters: [{ name: 'version', pattern: '.*' }] }]
  await server.send('/api/v1/projects/lab/runners/lab3', {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ hardware: 'lab3', commands }),
  })
  const answer = await environment.execute(`
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

test.skipIf(!hasPython)('the notebook of the documents runs from top to bottom', async () => {
  await run('cp', [join(import.meta.dirname, '../../docs/notebooks/results.ipynb'), environment.directory])
  const answer = await environment.execute(`
import json
notebook = json.load(open("results.ipynb"))
names = {}
for cell in notebook["cells"]:
    if cell["cell_type"] == "code":
        exec("".join(cell["source"]), names)
print(json.dumps([len(names["runs"]) >= 2, list(names["ratios"].columns)[:2], names["findings"]]))
`)
  expect(answer).toEqual([true, ['17.6', '18.0'], []])
})

test.skipIf(!hasPython)('its types are complete', async () => {
  await run(environment.python, ['-m', 'pip', 'install', '--quiet', 'mypy', 'pandas-stubs'])
  await run(environment.python, ['-m', 'mypy', '--strict', join(import.meta.dirname, 'src')])
})
