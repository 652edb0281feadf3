import { scopeOf } from '@assay/db/open'
import type { CellQuery } from '@assay/db/types'
import { anonymous, tokenOf } from '@assay/testing/server/callers'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { workerTasks } from '../jobs/job-worker.ts'
import { createCaller } from '../router.ts'
import { judgeEnvironments } from './judge-environments.ts'

let server: TestServer
let reader: ReturnType<typeof createCaller>
let runner: ReturnType<typeof createCaller>
let project: Awaited<ReturnType<TestServer['addProject']>>['project']

beforeAll(async () => {
  server = await startTestServer()
  ;({ project } = await server.addProject('lab'))
  reader = createCaller({ services: server.services, caller: anonymous })
  runner = createCaller({ services: server.services, caller: tokenOf(project, ['upload', 'write']) })
  await server.db.jobs.enqueue('find-changes', { projectId: project.id, product: 'none' }, 'makes the queue')
  // scan slows down by 4% per release; get falls by 15% in 18.1; insert never changes.
  await upload('17.6', { scan: 1.02, get: 1 })
  await upload('18.0', { scan: 1, get: 1 })
  await upload('18.1', { scan: 0.96, get: 0.85 })
  await upload('18.2', { scan: 0.922, get: 0.85 })
  await upload('18.3', { scan: 0.885, get: 0.85 })
  await server.db.jobs.runPending(workerTasks(server.services))
})
afterAll(() => server.stop())

async function upload(version: string, ratios: Record<string, number>) {
  for (const [repeat, factor] of [0.99, 1, 1.01, 1.005, 0.995, 1.002, 0.998].entries()) {
    const tests = ['scan', 'get', 'insert']
    const document = exampleDocument({
      runId: crypto.randomUUID(),
      version,
      repeat: repeat + 1,
      metricNames: ['qps'],
      tests: tests.map((name, order) => ({ name, order, role: 'measured', primaryMetric: 'qps' })),
      results: tests.map((name) => ({ test: name, clients: 1, values: [1000 * (ratios[name] ?? 1) * factor] })),
    })
    await runner.runs.upload({ document })
  }
}

const read = async (version: string) => {
  const { since } = await reader.versions.get({ project: 'lab', product: 'Postgres', version })
  return since.map(({ since: name, machines }) => [
    name,
    ...machines.flatMap(({ from, changes }) => [
      from.join(' '),
      ...changes.map(({ change, isDrift }) => `${change.test} ${change.ratio.toFixed(2)}${isDrift ? ' slowly' : ''}`),
    ]),
  ])
}

test('a version lists its changes since the release before it and since the first of its major, including slow drift', async () => {
  expect(await read('18.3')).toEqual([
    ['previous', '18.2'],
    ['first', '18.0', 'get 0.85', 'scan 0.89 slowly'],
  ])
  expect(await read('18.1')).toEqual([['previous', '18.0', 'get 0.85']])
  expect(await read('17.6')).toEqual([])
})

test('findings of exactly this version pair are listed with their changes and state', async () => {
  const { since } = await reader.versions.get({ project: 'lab', product: 'Postgres', version: '18.1' })
  expect(since[0]?.machines[0]).toMatchObject({
    noChange: 2,
    findings: [{ direction: 'worse', tests: 1, state: 'new' }],
  })
})

test('a maintainer pins a base, which is audited, and nobody else can', async () => {
  const input = { project: 'lab', product: 'Postgres', version: '17.6' }
  await expect(reader.versions.pin(input)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await expect(runner.versions.pin(input)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const { pins, audit } = server.db.in(scopeOf(project))
  expect(await pins.pin('Postgres', '17.6')).toBe(true)
  expect(await pins.pin('Postgres', '99')).toBe(false)
  expect(await pins.pin('MySQL', '17.6')).toBe(false)
  expect((await read('18.3')).at(-1)).toEqual(['pinned', '17.6', 'get 0.85', 'scan 0.87 slowly'])
  expect(await read('18.0')).toEqual([
    ['previous', '17.6'],
    ['pinned', '17.6'],
  ])
  await pins.pin('Postgres', '18.0')
  expect((await reader.versions.get({ ...input, version: '18.3' })).pinned).toMatchObject({ version: '18.0' })
  expect(await pins.pin('Postgres', null)).toBe(true)
  expect(await pins.pin('Postgres', null)).toBe(true)
  expect((await reader.versions.get({ ...input, version: '18.3' })).pinned).toBeNull()
  const { events } = await audit.list({ filters: { what: 'pinned-base' }, after: null, limit: 10 })
  expect(events.map(({ action }) => action)).toEqual(['pinned-base.removed', 'pinned-base.saved', 'pinned-base.saved'])
})

test('a missing version is a 404', async () => {
  for (const [product, version] of [
    ['Postgres', '99'],
    ['MySQL', '18.3'],
  ] as const) {
    await expect(reader.versions.get({ project: 'lab', product, version })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
})

test('an environment over the limit is not judged from some of its results, but listed with their number', async () => {
  const access = { project, role: null, queries: server.db.in(scopeOf(project)) }
  const outline = await access.queries.findings.outline('Postgres')
  const asked = { product: 'Postgres', version: '18.3', pinned: null }
  const whole = await judgeEnvironments(access, outline, asked)
  expect(whole.notShown).toEqual([])
  // 18.3, 18.2 and 18.0 with seven repeats of three tests each.
  const [environment] = whole.judged
  const results = 3 * 7 * 3
  expect(await judgeEnvironments(access, outline, asked, results)).toEqual(whole)
  const { hardware, benchmark, workload } = environment ?? {}
  expect(await judgeEnvironments(access, outline, asked, results - 1)).toEqual({
    judged: [],
    notShown: [{ hardware, benchmark, workload, bases: ['18.2', '18.0'], results }],
  })
})

test('an environment that fits is judged although another one is left out, as if it were alone', async () => {
  const access = { project, role: null, queries: server.db.in(scopeOf(project)) }
  const [own] = await access.queries.findings.outline('Postgres')
  if (own === undefined) throw new Error('the uploads above have an environment')
  const asked = { product: 'Postgres', version: '18.3', pinned: null }
  const whole = await judgeEnvironments(access, [own], asked)
  const sizes = (hardware: string) => (hardware === own.hardware ? 63 : 64)
  const counted = {
    ...access,
    queries: {
      ...access.queries,
      cells: {
        ...access.queries.cells,
        size: async ({ filters }: CellQuery) => ({ results: sizes(filters.hardware?.[0] ?? ''), values: 0 }),
      },
    },
  }
  const other = { ...own, id: crypto.randomUUID(), hardware: 'larger' }
  const { judged, notShown } = await judgeEnvironments(counted, [other, own], asked, 63)
  expect(judged).toEqual(whole.judged)
  expect(notShown.map(({ hardware, results }) => [hardware, results])).toEqual([['larger', 64]])
})
