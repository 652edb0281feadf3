import { DEFAULT_RUN_SORT } from '@assay/domain/run/run-sort'
import type { UploadDocument } from '@assay/domain/run/upload-document'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { asUpload, exampleDocument } from '../../testing/example-upload.ts'
import { openTestProject, type TestProject } from '../../testing/open-test-project.ts'
import type { CellQuery, ProjectQueries } from '../../types.ts'

let lab: TestProject
beforeAll(async () => {
  lab = await openTestProject()
})
afterAll(() => lab.close())

let project: ProjectQueries
let count = 0
beforeEach(async () => {
  count += 1
  ;({ project } = await lab.other(`project-${count}`))
})

async function send(...documents: UploadDocument[]): Promise<void> {
  for (const document of documents) expect(await project.runs.upload(asUpload(document))).toMatchObject({ ok: true })
}

async function replace(document: UploadDocument): Promise<void> {
  expect(await project.runs.upload(asUpload(document, 'replace'))).toMatchObject({ ok: true })
}

async function list(query: Partial<CellQuery> = {}) {
  return project.cells.list({ filters: {}, metrics: ['primary'], newestOnly: true, allSteps: false, ...query })
}

/** Returns sorted lines with version, test, clients and values. */
async function read(query: Partial<CellQuery> = {}): Promise<string[]> {
  const { points } = await list(query)
  return points
    .map(({ coordinates: at, values }) => `${at.version} ${at.test} ${at.clients} ${Object.values(values).join(' ')}`)
    .sort()
}

test('a point has every dimension, and the parameters of its workload and result', async () => {
  await send(
    exampleDocument({
      build: { name: 'o2', compiler: 'clang', lto: true, compilerVersion: '18.1' },
      workload: { name: 'cached', params: { tables: 8, cache: 'warm' } },
      tests: [{ name: 'scan', group: 'range', order: 3, targetRate: 100 }],
      results: [{ test: 'scan', clients: 4, params: { cache: 'cold' }, values: [20, 50] }],
    }),
  )
  const { points, tests, metrics } = await list({ metrics: null })
  expect(points).toHaveLength(1)
  expect(points[0]).toMatchObject({
    coordinates: {
      product: 'Example',
      version: '1.0',
      build: 'o2',
      compiler: 'clang+LTO 18.1',
      config: 'small',
      hardware: 'lab1',
      benchmark: 'sysbench',
      workload: 'cached',
      repeat: '1',
      group: 'range',
      test: 'scan',
      clients: '4',
      'param:tables': '8',
      'param:cache': 'cold',
    },
    values: { qps: 20, latency_ms_p95: 50 },
  })
  expect(tests).toEqual([
    { name: 'scan', group: 'range', order: 3, role: 'measured', primaryMetric: 'qps', targetRate: 100 },
  ])
  expect(metrics.map((metric) => metric.name)).toEqual(['qps', 'latency_ms_p95'])
})

test('only the requested metrics are sent, and a missing value is absent', async () => {
  await send(exampleDocument())
  const { points, metrics } = await list({ metrics: ['latency_ms_p95', 'no-such-metric'] })
  expect(points.map((point) => point.values)).toEqual([{ latency_ms_p95: 1.5 }, { latency_ms_p95: 50 }])
  expect(metrics.map((metric) => metric.name)).toEqual(['latency_ms_p95'])
})

test('more metrics than a statement can name are still read, and no others', async () => {
  const metricNames = ['qps', ...Array.from({ length: 120 }, (_, i) => `counter-${i}`)]
  await send(
    exampleDocument({
      metricNames,
      metrics: metricNames.slice(1).map((name) => ({ name, unit: 'count', better: 'neither' as const })),
      results: [{ test: 'scan', clients: 1, values: metricNames.map((_, i) => (i === 7 ? null : i)) }],
    }),
  )
  const { points } = await list({ metrics: metricNames.slice(1, 110) })
  expect(points).toHaveLength(1)
  expect(Object.keys(points[0]?.values ?? {})).toHaveLength(108)
  expect(points[0]?.values).toMatchObject({ 'counter-0': 1, 'counter-107': 108 })
})

test('primary is the stated primary metric of each test, else throughput', async () => {
  await send(
    exampleDocument({
      tests: [{ name: 'scan', primaryMetric: 'latency_ms_p95' }],
      results: [
        { test: 'scan', clients: 1, values: [20, 50] },
        { test: 'point-query', clients: 1, values: [1000, 1.5] },
      ],
    }),
  )
  const { points, tests } = await list()
  const primary = new Map(tests.map((test) => [test.name, test.primaryMetric]))
  expect([primary.get('scan'), primary.get('point-query')]).toEqual(['latency_ms_p95', 'qps'])
  const scan = points.find((point) => point.coordinates.test === 'scan')
  expect(scan?.values.latency_ms_p95).toBe(50)
})

test('warm-up and load are left out unless all steps are asked for', async () => {
  await send(exampleDocument({ tests: [{ name: 'scan', role: 'warmup' }] }))
  expect(await read()).toEqual(['1.0 point-query 1 1000', '1.0 point-query 4 3900'])
  expect(await read({ allSteps: true })).toContain('1.0 scan 1 20')
})

const FILTERS: [CellQuery['filters'], string[]][] = [
  [{ product: ['Other'] }, ['9.9 point-query 1 1000', '9.9 point-query 4 3900', '9.9 scan 1 20']],
  [{ version: ['9.9'], test: ['scan'] }, ['9.9 scan 1 20']],
  [{ compiler: ['gcc'], clients: ['4'] }, ['1.0 point-query 4 3900']],
  [{ build: ['o3'], test: ['scan', 'other'] }, ['9.9 scan 1 20']],
  [{ config: ['large'], clients: ['1'], test: ['point-query'] }, ['9.9 point-query 1 1000']],
  [{ hardware: ['lab2'], test: ['scan'] }, ['9.9 scan 1 20']],
  [{ workload: ['io'], test: ['scan'] }, ['9.9 scan 1 20']],
  [{ benchmark: ['sysbench'], group: ['range'], repeat: ['1'] }, ['1.0 scan 1 20', '9.9 scan 1 20']],
  [{ group: [''], version: ['1.0'] }, ['1.0 point-query 1 1000', '1.0 point-query 4 3900']],
  [{ 'param:tables': ['8'], test: ['scan'] }, ['1.0 scan 1 20']],
  [{ 'param:tables': ['08'] }, []],
  [{ 'param:toString': ['x'] }, []],
  [{ clients: ['four'] }, []],
  [{ version: ['\u0000', '\ud800'] }, []],
  [{ version: [] }, []],
]

test.each(FILTERS)('%j passes the values that it names', async (filters, expected) => {
  const tests = [{ name: 'scan', group: 'range' }]
  await send(
    exampleDocument({
      tests,
      build: { name: 'o2', compiler: 'gcc' },
      workload: { name: 'cached', params: { tables: 8 } },
    }),
    exampleDocument({
      tests,
      product: 'Other',
      version: '9.9',
      build: { name: 'o3' },
      config: { name: 'large' },
      hardware: { name: 'lab2' },
      workload: { name: 'io', params: { tables: '9' } },
    }),
  )
  expect(await read({ filters })).toEqual(expected)
})

const NEW = '2026-02-01T00:00:00Z'
const OLD = '2026-01-01T00:00:00Z'
const scan = (qps: number) => [{ test: 'scan', clients: 1, values: [qps, null] }]

test.each([
  ['later than', OLD, NEW],
  ['earlier than', NEW, OLD],
  ['at the same time as', OLD, OLD],
])('a replacing run is the newest, even if it started %s the other', async (_, first, second) => {
  await send(exampleDocument({ startedAt: first, results: scan(1) }))
  await replace(exampleDocument({ startedAt: second, results: scan(2) }))
  expect(await read()).toEqual(['1.0 scan 1 2'])
  expect(await read({ newestOnly: false })).toEqual(['1.0 scan 1 1', '1.0 scan 1 2'])
  const { rows } = await project.runs.list({ filters: {}, sort: DEFAULT_RUN_SORT, cursor: null, limit: 10 })
  const newest = await Promise.all(rows.map(async ({ id }) => (await project.runs.find(id))?.newest))
  expect(newest).toEqual([true, false])
  await replace(exampleDocument({ results: scan(3) }))
  expect(await read()).toEqual(['1.0 scan 1 3'])
})

test('a run that replaces some tests hides only those metrics', async () => {
  await send(exampleDocument({ startedAt: OLD }))
  await replace(
    exampleDocument({ startedAt: NEW, metricNames: ['qps'], results: [{ test: 'scan', clients: 1, values: [21] }] }),
  )
  expect(await read()).toEqual(['1.0 point-query 1 1000', '1.0 point-query 4 3900', '1.0 scan 1 21'])
  expect(await read({ metrics: null, filters: { test: ['scan'] } })).toEqual(['1.0 scan 1 21', '1.0 scan 1 50'])
})

test('other clients in a separate folder do not hide each other', async () => {
  for (const clients of [1, 4, 8]) {
    await send(exampleDocument({ results: [{ test: 'scan', clients, values: [clients, null] }] }))
  }
  expect(await read()).toEqual(['1.0 scan 1 1', '1.0 scan 4 4', '1.0 scan 8 8'])
})

test('with a cached project the cells are one statement, including new runs', async () => {
  await send(exampleDocument())
  await list()
  const query = vi.spyOn(Client.prototype, 'query')
  await list()
  // Earlier uploads may queue their scans at this moment, for which the queue reads its own schema, and begin and commit
  // are sent with the statement; none of these counts.
  const textOf = (sql: unknown) => (typeof sql === 'string' ? sql : JSON.stringify(sql))
  const statements = query.mock.calls.filter(([sql]) => !/ask_for_job|graphile_worker|^begin|^commit/.test(textOf(sql)))
  expect(statements).toHaveLength(1)
  query.mockRestore()
  await send(exampleDocument({ version: '2.0' }))
  expect((await list()).points).toHaveLength(6)
})
