import { anonymous } from '@assay/testing/server/callers'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaller } from '../router.ts'

const COMPARE = '/api/v1/projects/lab/compare?columns=version&version=17.6,18.0&base=version:17.6&format='
/** 32 differences between repeats of two tests: fewer than 30 leave outliers possible, and no single run has a verdict. */
const REPEATS = 17

let server: TestServer

/**
 * Uploads repeats of 17.6 that differ by about 1%, and one run of 18.0 with a point query 10% slower and an
 * equal update.
 */
beforeAll(async () => {
  server = await startTestServer()
  const { token } = await server.addProject('lab')
  const documents = Array.from({ length: REPEATS }, (_, i) => run('17.6', i + 1, 1 + (((i * 5) % 7) - 3) / 200))
  for (const [i, document] of [...documents, run('18.0', 1, 0.9)].entries()) {
    const runId = `0193a0b1-0000-7abc-8def-0000000000${String(i + 10)}`
    const answer = await server.send(`/api/v1/runs/${runId}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ ...document, runId }),
    })
    expect(answer.status, await answer.clone().text()).toBe(201)
  }
})
afterAll(() => server.stop())

const run = (version: string, repeat: number, factor: number) =>
  exampleDocument({
    version,
    repeat,
    results: [
      { test: 'point-query_range=100', clients: 24, values: [640_000 * factor, null] },
      { test: 'update-index_range=100', clients: 24, values: [51_000 * (version === '18.0' ? 1 : factor), null] },
    ],
  })

const exported = async (format: string) => (await server.send(COMPARE + format)).text()

test('one run of a new version is judged by the repeats of another version, in every export format', async () => {
  const { tables, verdicts } = JSON.parse(await exported('json'))
  const [slower, same] = tables[0].groups.map((group: { rows: { cells: unknown[] }[] }) => group.rows[0]?.cells[1])
  expect(slower).toMatchObject({
    band: 'worse',
    verdict: { verdict: 'worse', noise: { source: 'test', degreesOfFreedom: REPEATS - 1 } },
  })
  expect(same).toMatchObject({ band: 'neutral', verdict: { verdict: 'same' } })
  expect(verdicts).toMatchObject({ worse: 1, better: 0, same: 1, cannotTell: 0 })
  expect(await exported('csv')).toContain('18.0 verdict')
  expect(await exported('markdown')).toContain('0.90 ▼!')
  expect(await exported('text')).not.toContain('!')
})

test('the noise estimates of a machine, and 404 for an unknown machine', async () => {
  const caller = createCaller({ services: server.services, caller: anonymous })
  const [hardware] = await caller.hardware.list({ project: 'lab' })
  const [qps] = await caller.noise.ofHardware({ project: 'lab', id: hardware?.id ?? '' })
  expect(qps).toMatchObject({
    benchmark: 'sysbench',
    metric: 'qps',
    history: [{ period: '2025 Q4', degreesOfFreedom: 2 * (REPEATS - 1) }],
  })
  expect(qps?.lines[0]).toMatchObject({ level: 'machine', degreesOfFreedom: 2 * (REPEATS - 1), isUsed: true })
  const nobody = '0193a0b1-0000-7abc-8def-0123456789ad'
  await expect(caller.noise.ofHardware({ project: 'lab', id: nobody })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
