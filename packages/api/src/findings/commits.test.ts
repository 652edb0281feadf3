import { FindingFilters } from '@assay/domain/findings/stored-finding'
import { anonymous, tokenOf } from '@assay/testing/server/callers'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { workerTasks } from '../jobs/job-worker.ts'
import { createCaller } from '../router.ts'

// A branch that is built and measured each night: its version never changes, its commits do.

let server: TestServer
let runner: ReturnType<typeof createCaller>
let reader: ReturnType<typeof createCaller>

beforeAll(async () => {
  server = await startTestServer()
  const { project } = await server.addProject('nightly')
  runner = createCaller({ services: server.services, caller: tokenOf(project, ['upload', 'write']) })
  reader = createCaller({ services: server.services, caller: anonymous })
  await server.db.jobs.enqueue('find-changes', { projectId: project.id, product: 'none' }, 'makes the queue')
})
afterAll(() => server.stop())

const commitOf = (night: number) => `${night.toString(16).padStart(2, '0')}ab54c0ffee`.padEnd(40, '0')

async function upload(night: number, rates: Record<string, number>, hardware = 'dell32') {
  const noise = 1 + 0.004 * Math.sin(7 * night + hardware.length)
  await runner.runs.upload({
    document: exampleDocument({
      version: '19-dev',
      build: { compiler: 'gcc', commit: commitOf(night) },
      hardware: { name: hardware },
      startedAt: new Date(Date.UTC(2026, 9, 1 + night)).toISOString(),
      metricNames: ['qps'],
      tests: Object.keys(rates).map((name, order) => ({ name, order, role: 'measured', primaryMetric: 'qps' })),
      results: Object.entries(rates).map(([name, qps]) => ({ test: name, clients: 1, values: [qps * noise] })),
    }),
  })
}
const scanAll = () => server.db.jobs.runPending(workerTasks(server.services))
const listed = async () =>
  (await reader.findings.list({ project: 'nightly', filters: FindingFilters.parse({}) })).rows.map(
    ({ from, to, hardware, direction, changes, agree, medianRatio }) =>
      `${from} to ${to} on ${hardware}: ${direction} ${medianRatio.toFixed(2)} ${changes
        .map((one) => one.test)
        .sort()
        .join(' ')}; ${agree.join(' ')}`,
  )

test('a commit that slows two of three tests is one finding, with the commit before it', async () => {
  for (let night = 0; night < 16; night++) {
    const slow = night < 9 ? 1 : 0.85
    await upload(night, { scan: 1000 * slow, point: 5000 * slow, insert: 300 })
  }
  await scanAll()
  expect(await listed()).toEqual([
    '19-dev at 08ab54c0ff to 19-dev at 09ab54c0ff on dell32: worse 0.85 point scan; dell32',
  ])
})

test('a second machine with the same change agrees, and a later commit is a separate finding', async () => {
  for (let night = 0; night < 16; night++) await upload(night, { scan: night < 9 ? 700 : 600 }, 'pn53')
  for (let night = 16; night < 24; night++) await upload(night, { scan: 1000, point: 5000, insert: 300 })
  await scanAll()
  const found = await listed()
  expect(found).toContainEqual(expect.stringMatching(/^19-dev at 08.* at 09.* on pn53: worse 0\.86 scan; dell32 pn53$/))
  expect(found).toContainEqual(
    expect.stringMatching(/^19-dev at 0f.* at 10.* on dell32: better 1\.18 point scan; dell32$/),
  )
  expect(found).toHaveLength(3)
})

test('excluding the runs that showed a finding removes it', async () => {
  const { rows } = await reader.runs.list({ project: 'nightly', filters: { hardware: ['pn53'] } })
  for (const { id } of rows.slice(0, 12))
    await runner.validity.invalidate({ project: 'nightly', runId: id, invalidation: { reason: 'loud fan' } })
  await scanAll()
  expect((await listed()).filter((line) => line.includes('pn53:'))).toEqual([])
})
