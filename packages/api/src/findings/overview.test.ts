import { heatStyle } from '@assay/domain/findings/releases/release-strips'
import { anonymous, tokenOf } from '@assay/testing/server/callers'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { workerTasks } from '../jobs/job-worker.ts'
import { createCaller } from '../router.ts'

let server: TestServer
let runner: ReturnType<typeof createCaller>
let reader: ReturnType<typeof createCaller>

beforeAll(async () => {
  server = await startTestServer()
  const { project } = await server.addProject('lab')
  runner = createCaller({ services: server.services, caller: tokenOf(project, ['upload', 'write']) })
  reader = createCaller({ services: server.services, caller: anonymous })
  // The first job creates the queue, so that uploads can ask for scans.
  await server.db.jobs.enqueue('find-changes', { projectId: project.id, product: 'none' }, 'creates the queue')
})
afterAll(() => server.stop())

/** Uploads repeats of a version whose values spread by about 1%. */
async function upload(version: string, tests: Readonly<Record<string, number>>, hardware = 'lab1') {
  const names = Object.keys(tests)
  for (const [repeat, factor] of [0.99, 1, 1.01, 1.005, 0.995, 1.002, 0.998].entries()) {
    const document = exampleDocument({
      runId: crypto.randomUUID(),
      version,
      repeat: repeat + 1,
      hardware: { name: hardware },
      metricNames: ['qps'],
      tests: names.map((name, order) => ({ name, order, role: 'measured', primaryMetric: 'qps' })),
      results: names.map((name) => ({ test: name, clients: 1, values: [(tests[name] ?? 0) * factor] })),
    })
    await runner.runs.upload({ document })
  }
}
const scan = () => server.db.jobs.runPending(workerTasks(server.services))
const overview = () => reader.findings.overview({ project: 'lab' })

test('an empty project has nothing to show', async () => {
  expect(await overview()).toEqual({ products: [], cards: [], regressions: [] })
})

test('a release shows as pending until it was judged, then with its counts, ratios and history', async () => {
  await upload('16.0', { scan: 1000, point: 500 })
  await upload('17.0', { scan: 1000, point: 500 })
  const kinds = async () =>
    (await overview()).products.flatMap(({ strips }) => strips.map(({ cells }) => cells.map(({ kind }) => kind)))
  expect(await kinds()).toEqual([['first', 'pending']])
  await upload('18.0', { scan: 800, point: 500, added: 10 })
  await upload('18.0', { scan: 800 }, 'lab2')
  await scan()
  expect((await kinds()).toSorted()).toEqual([['first'], ['first', 'compared', 'compared']])

  const { cards, regressions } = await overview()
  expect(cards).toHaveLength(1)
  const [card] = cards
  expect(card?.cell).toMatchObject({
    ...{ version: '18.0', previous: '17.0' },
    result: { compared: 2, regressions: 1, improvements: 0, noChange: 1, notCompared: 1 },
  })
  expect(card?.lines.map(({ test: name, verdict }) => [name, verdict])).toEqual([
    ['scan', 'regression'],
    ['point', 'no change'],
  ])
  expect(card?.lines[0]?.ratio).toBeCloseTo(0.8, 10)
  expect(card && heatStyle(card.cell.result)).toEqual({ tone: 'worse', step: 3, isInconclusive: false })
  expect(regressions.map(({ to, isNewest, history }) => [to, isNewest, history.map(({ version }) => version)])).toEqual(
    [['18.0', true, ['16.0', '17.0', '18.0']]],
  )
  expect(regressions[0]?.history.at(-1)?.value).toBeCloseTo(0.8, 10)
})

test('regressions of the newest release come before larger ones of earlier releases', async () => {
  await upload('19.0', { scan: 500, point: 500 })
  await upload('20.0', { scan: 500, point: 440 })
  await scan()
  const { regressions } = await overview()
  const [first, ...others] = regressions.map(({ to, isNewest }) => ({ to, isNewest }))
  expect(first).toEqual({ to: '20.0', isNewest: true })
  expect(new Set(others.map(({ to, isNewest }) => `${to} ${isNewest}`))).toEqual(new Set(['19.0 false', '18.0 false']))
})
