import { RunSortKey } from '@assay/domain/run/run-sort'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asUpload, exampleDocument } from '../../testing/example-upload.ts'
import { openTestProject, type TestProject } from '../../testing/open-test-project.ts'
import type { RunListQuery, RunSummary } from '../../types.ts'

const RUNS = 23

let lab: TestProject
beforeAll(async () => {
  lab = await openTestProject()
  for (let i = 0; i < RUNS; i += 1) await lab.project.runs.upload(asUpload(runNumber(i)))
})
afterAll(() => lab.close())

const runNumber = (i: number) =>
  exampleDocument({
    product: i % 3 === 0 ? 'MySQL' : 'Postgres',
    version: `${9 + (i % 4)}.${i % 2}`,
    build: { name: `build${i % 5}` },
    config: { name: `x${8 + (i % 4)}a` },
    hardware: { name: `lab${i % 2}` },
    workload: { name: i % 2 === 0 ? 'cached' : 'io' },
    benchmark: { name: i % 5 === 0 ? 'db_bench' : 'sysbench' },
    repeat: i + 1,
    ...(i % 4 === 0 ? {} : { startedAt: new Date(Date.UTC(2026, 0, 1 + (i % 7))).toISOString() }),
    results: Array.from({ length: 1 + (i % 3) }, (_, n) => ({ test: `test${n}`, clients: 1 + n, values: [1, 1] })),
  })

const list = (query: Partial<RunListQuery>) =>
  lab.project.runs.list({
    filters: {},
    sort: { key: 'received', direction: 'descending' },
    cursor: null,
    limit: 50,
    ...query,
  })

async function allPages(sort: RunListQuery['sort'], limit: number): Promise<RunSummary[]> {
  const rows: RunSummary[] = []
  let cursor: string | null = null
  do {
    const page = await list({ sort, limit, cursor })
    expect(page.total).toBe(RUNS)
    expect(page.rows.length).toBeLessThanOrEqual(limit)
    rows.push(...page.rows)
    cursor = page.nextCursor
  } while (cursor !== null)
  return rows
}

test.each(RunSortKey.options)(
  'pages by %s are complete, without duplicates, and both directions agree',
  async (key) => {
    for (const direction of ['ascending', 'descending'] as const) {
      const whole = await list({ sort: { key, direction } })
      expect(whole.nextCursor).toBeNull()
      expect(whole.rows).toHaveLength(RUNS)
      expect(await allPages({ key, direction }, 4)).toEqual(whole.rows)
    }
  },
)

test('versions sort by number within their product, and configs by the number in their name', async () => {
  const versions = await list({ sort: { key: 'version', direction: 'ascending' } })
  expect([...new Set(versions.rows.map((run) => `${run.product} ${run.version}`))]).toEqual([
    ...['9.0', '10.1', '11.0', '12.1'].map((version) => `MySQL ${version}`),
    ...['9.0', '10.1', '11.0', '12.1'].map((version) => `Postgres ${version}`),
  ])
  const configs = await list({ sort: { key: 'config', direction: 'descending' } })
  expect([...new Set(configs.rows.map((run) => run.config))]).toEqual(['x11a', 'x10a', 'x9a', 'x8a'])
})

test('runs without a start come before all others', async () => {
  const { rows } = await list({ sort: { key: 'started', direction: 'ascending' } })
  expect(rows.map((run) => run.startedAt).lastIndexOf(null)).toBe(5)
})

test('filters of runs and of results narrow the list and its total', async () => {
  const page = await list({ filters: { product: ['MySQL'], test: ['test2'] }, limit: 1 })
  expect(page.total).toBe(0)
  const other = await list({ filters: { product: ['Postgres'], clients: ['3'] }, limit: 2 })
  expect(other.total).toBe(7)
  expect(other.rows).toMatchObject([
    { product: 'Postgres', testCount: 3, resultCount: 3, clients: [1, 2, 3] },
    { product: 'Postgres' },
  ])
})

test('an invalid cursor starts at the first page', async () => {
  const first = await list({ limit: 3 })
  for (const cursor of ['', 'nonsense', Buffer.from('received descending x').toString('base64url')]) {
    expect(await list({ limit: 3, cursor })).toEqual(first)
  }
  const otherSort = await list({ limit: 3, cursor: first.nextCursor, sort: { key: 'build', direction: 'ascending' } })
  expect(otherSort).toEqual(await list({ limit: 3, sort: { key: 'build', direction: 'ascending' } }))
})

test('a run that arrives between two pages neither repeats nor hides another', async () => {
  const { project } = await lab.other('arriving')
  const sort = { key: 'received', direction: 'descending' } as const
  for (let i = 0; i < 4; i += 1) await project.runs.upload(asUpload(runNumber(i)))
  const first = await project.runs.list({ filters: {}, sort, cursor: null, limit: 2 })
  await project.runs.upload(asUpload(runNumber(9)))
  const second = await project.runs.list({ filters: {}, sort, cursor: first.nextCursor, limit: 2 })
  expect([...first.rows, ...second.rows].map((run) => run.repeat)).toEqual([4, 3, 2, 1])
})
