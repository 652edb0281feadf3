import { compare } from '@assay/domain/compare/compare'
import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import { fromQuery } from '@assay/domain/compare/comparison-url'
import type { Grid } from '@assay/domain/compare/grid'
import { pointsNeeded } from '@assay/domain/compare/points-needed'
import { type ComparedSize, MAX_COMPARED, readBound } from '@assay/domain/compare/warnings/not-shown'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asUpload, exampleDocument } from '../../testing/example-upload.ts'
import { openTestProject, type TestProject } from '../../testing/open-test-project.ts'

const VERSIONS = ['9.6', '10.1', '12.22', '17.6', '18.0']
const RUNS = VERSIONS.length * 2 * 2 * 3
const TESTS = ['scan', 'point-query', 'update']

let lab: TestProject
beforeAll(async () => {
  lab = await openTestProject()
  let value = 100
  for (const version of VERSIONS) {
    for (const config of ['x9a', 'x10a']) {
      for (const hardware of ['lab1', 'lab2']) {
        for (const repeat of [1, 2, 3]) {
          value += 5
          const results = TESTS.map((name, i) => ({ test: name, clients: 4, values: [value + i, 1] }))
          const changes = { version, config: { name: config }, hardware: { name: hardware }, repeat, results }
          const startedAt = new Date(Date.UTC(2026, 0, 1) + value * 60_000).toISOString()
          expect(await lab.project.runs.upload(asUpload(exampleDocument({ ...changes, startedAt })))).toMatchObject({
            ok: true,
          })
        }
      }
    }
  }
})
afterAll(() => lab.close())

async function read(query: string, max: Partial<ComparedSize> | null) {
  const { comparison } = fromQuery(query)
  const set = await lab.project.cells.list({
    filters: pointsNeeded(comparison),
    metrics: comparison.metrics,
    newestOnly: true,
    allSteps: comparison.allSteps,
    ...(max === null ? {} : { bound: readBound(comparison, { ...MAX_COMPARED, ...max }) }),
  })
  return { set, grid: compare(set, comparison) }
}

/** Value and ratio of each cell, by the labels of its table, row and column. */
function cellsOf({ tables }: Grid): Map<string, unknown> {
  return new Map(
    tables.flatMap(({ key, metric, columns, groups }) =>
      groups.flatMap(({ rows }) =>
        rows.flatMap(({ label, cells }) =>
          cells.flatMap(({ value, ratio, repeats }, i): [string, unknown][] =>
            value === null ? [] : [[`${key.label}|${metric}|${label}|${columns[i]?.label}`, { value, ratio, repeats }]],
          ),
        ),
      ),
    ),
  )
}

const QUERIES = [
  'columns=version',
  'columns=version,config',
  'columns=version&tables=hardware',
  'columns=config&rows=version,test',
  'columns=hardware&rows=version&base=first-row',
  'columns=version&base=version:17.6',
  'columns=version,config&tables=hardware&base=version:17.6',
  'columns=version&repeats=each&base=none&show=absolute',
  'rows=clients&columns=product&base=none&show=absolute',
]

test('a comparison within its limit is complete and has no warning', async () => {
  for (const query of QUERIES) {
    const [bounded, whole] = [await read(query, {}), await read(query, null)]
    expect(bounded.set.notShown).toBeUndefined()
    expect(bounded.grid).toEqual(whole.grid)
  }
})

test('a comparison larger than its bound reads at most that, and every shown cell equals that of the whole table', async () => {
  const whole = new Map<string, Awaited<ReturnType<typeof read>>>()
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...QUERIES),
      fc.integer({ min: 40, max: 250 }),
      fc.integer({ min: 9, max: 80 }),
      async (query, results, cells) => {
        const all = whole.get(query) ?? (await read(query, null))
        whole.set(query, all)
        const { set, grid } = await read(query, { results, cells })
        expect(set.points.length).toBeLessThanOrEqual(results)
        if (set.notShown === undefined) {
          expect(grid).toEqual(all.grid)
          return
        }
        expect(grid.notShown).toEqual(set.notShown)
        expect(set.notShown.results).toEqual({ shown: set.points.length, all: RUNS * TESTS.length })
        expect(grid.counts.cells).toBeLessThanOrEqual(cells)
        if (set.notShown.shortened > 0) return
        const expected = cellsOf(all.grid)
        const shown = cellsOf(grid)
        expect(shown.size).toBeGreaterThan(0)
        for (const [at, cell] of shown) expect(cell, at).toEqual(expected.get(at))
      },
    ),
    { numRuns: 150 },
  )
})

test('a truncated table states the omissions and how to narrow it', async () => {
  const limit = 'because one comparison reads at most 60 results, 200,000 values and 24 cells'
  const { grid } = await read('columns=version,config', { results: 60, cells: 24 })
  expect(grid.warnings[0]).toEqual({
    code: 'not-shown',
    text:
      `Only 48 of 180 results are shown (16 of 60 runs), ${limit}. Shown are the first 8 of 10 combinations of version, ` +
      'config. Only the newest runs count in 8 combinations of version, config. Add a filter to see the others: ' +
      'version (5 values), hardware (2 values), config (2 values).',
  })
})

test('values count towards the limit as well as results', async () => {
  const all = { ...DEFAULT_COMPARISON, metrics: ['qps', 'latency_ms_p95'] }
  const set = await lab.project.cells.list({
    filters: {},
    metrics: null,
    newestOnly: true,
    allSteps: false,
    bound: readBound(all, { results: 1_000, values: 100, cells: 1_000 }),
  })
  const values = set.points.reduce((sum, point) => sum + Object.keys(point.values).length, 0)
  expect(set.points.length).toBeGreaterThan(0)
  expect(values).toBeLessThanOrEqual(100)
})

test('a single combination that is too large is cut to its newest runs', async () => {
  const { set } = await read('rows=test&columns=product', { results: 30 })
  expect(set.notShown).toMatchObject({ shortened: 1, combinations: { shown: 1, all: 1 }, runs: { shown: 10, all: 60 } })
  expect(new Set(set.points.map(({ coordinates }) => coordinates.version))).toEqual(new Set(['18.0']))
})
