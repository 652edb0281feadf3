import { FindingFilters } from '@assay/domain/findings/stored-finding'
import { anonymous, tokenOf } from '@assay/testing/server/callers'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { workerTasks } from '../jobs/job-worker.ts'
import { createCaller } from '../router.ts'

let server: TestServer
let runner: ReturnType<typeof createCaller>
let reader: ReturnType<typeof createCaller>
let projectId: string

beforeAll(async () => {
  server = await startTestServer()
  const { project } = await server.addProject('lab')
  projectId = project.id
  runner = createCaller({ services: server.services, caller: tokenOf(project, ['upload', 'write']) })
  reader = createCaller({ services: server.services, caller: anonymous })
})
afterAll(() => server.stop())

/** Uploads repeats of one version whose values spread by about 1%. */
async function upload(version: string, qps: number) {
  for (const [repeat, factor] of [0.99, 1, 1.01, 1.005, 0.995, 1.002, 0.998].entries()) {
    const document = exampleDocument({
      runId: crypto.randomUUID(),
      version,
      repeat: repeat + 1,
      metricNames: ['qps'],
      tests: [{ name: 'scan', order: 0, role: 'measured', primaryMetric: 'qps' }],
      results: [{ test: 'scan', clients: 1, values: [qps * factor] }],
    })
    await runner.runs.upload({ document })
  }
}
const scanAll = () => server.db.jobs.runPending(workerTasks(server.services))
const listed = async () =>
  (await reader.findings.list({ project: 'lab', filters: FindingFilters.parse({}) })).rows.map(
    ({ from, to, direction, state, medianRatio }) => [from, to, direction, state, medianRatio.toFixed(2)].join(' '),
  )

test('an upload queues a scan, and a change becomes a finding', async () => {
  await server.db.jobs.enqueue('find-changes', { projectId, product: 'none' }, 'makes the queue')
  await upload('17.6', 1000)
  await upload('18.0', 800)
  await scanAll()
  expect(await listed()).toEqual(['17.6 18.0 worse new 0.80'])
})

test('triage stores the person and the time, and a second decision is refused', async () => {
  const id = (await reader.findings.list({ project: 'lab' })).rows[0]?.id ?? ''
  await runner.findings.act({ project: 'lab', id, action: 'acknowledge', note: 'looking' })
  await runner.findings.note({ project: 'lab', id, text: 'seen on the other machine too' })
  await expect(runner.findings.act({ project: 'lab', id, action: 'acknowledge' })).rejects.toMatchObject({
    message: expect.stringContaining('Another person changed this finding'),
  })
  await expect(reader.findings.act({ project: 'lab', id, action: 'dismiss' })).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
  const { events, state } = await reader.findings.get({ project: 'lab', id })
  expect(state).toBe('acknowledged')
  expect(events.map(({ kind, by, note }) => [kind, by, note])).toEqual([
    ['found', 'Assay', null],
    ['acknowledge', 'runner', 'looking'],
    ['note', 'runner', 'seen on the other machine too'],
  ])
})

test('a later version at the old level fixes a finding, and one that is worse again reopens it', async () => {
  await upload('18.1', 1001)
  await scanAll()
  expect(await listed()).toContain('17.6 18.0 worse fixed 0.80')
  await upload('18.2', 805)
  await scanAll()
  expect(await listed()).toContain('17.6 18.0 worse new 0.80')
})
