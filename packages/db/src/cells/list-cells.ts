import { hash } from 'node:crypto'
import type { FixedDimension } from '@assay/domain/compare/dimension'
import type { Point, PointSet, TestInfo } from '@assay/domain/compare/point'
import { findKnownMetric, type Metric, PRIMARY_METRIC } from '@assay/domain/run/metric'
import type { Pool } from 'pg'
import { TEST_WITHOUT_POSITION } from '../test-order.ts'
import type { CellQuery, Params, TestRole } from '../types.ts'
import { cellStatement } from './cell-statement.ts'

/** Names of the dimensions of a run, in the order of the columns of `runs`. */
const RUN_DIMENSIONS = [
  'product',
  'version',
  'build',
  'compiler',
  'config',
  'hardware',
  'benchmark',
  'workload',
  'repeat',
] as const satisfies FixedDimension[]

// The shape that cellStatement builds, so it is declared here and not checked row by row: thousands of cells a page.
type RunRow = [runId: string, metricSetId: string, params: Params, ...dimensions: string[]]
type TestRow = [
  name: string,
  group: string | null,
  position: number | null,
  role: TestRole | null,
  primary: string | null,
]
type EntryRow = [
  setId: string,
  position: number,
  name: string,
  unit: string,
  better: Metric['better'],
  about: string | null,
]
type Cells = {
  id: string[]
  run: number[]
  test: number[]
  clients: number[]
  params: (Params | null)[]
  /** By column, then by cell; a whole array of values where all metrics were asked for. */
  values: (number | null)[][] | [(number | null)[][]]
}
type Row = {
  runs: RunRow[] | null
  tests: TestRow[] | null
  entries: EntryRow[] | null
  fallback: string | null
  cells: Cells | { id: null }
}

/** @throws what the server says; there is no query that it may refuse. */
export async function listCells(pool: Pool, projectId: string, query: CellQuery): Promise<PointSet> {
  const { text, values, columns } = cellStatement(projectId, query)
  // Named after its text, so that a connection plans each form of the question once.
  const name = `cells-${hash('sha256', text, 'base64url').slice(0, 16)}`
  const { rows } = await pool.query<Row>({ name, text, values })
  const row = rows[0]
  if (row === undefined || row.cells.id === null) return { points: [], tests: [], metrics: [] }
  return asPointSet(row, row.cells, { columns, newestOnly: query.newestOnly })
}

function asPointSet(row: Row, cells: Cells, query: { columns: string[] | null; newestOnly: boolean }): PointSet {
  const tests = (row.tests ?? []).map((test) => asTestInfo(test, row.fallback))
  const runs = (row.runs ?? []).map(asRun)
  const readValues = valueReader(row.entries ?? [], cells, query.columns)
  const usedTests = new Set<TestInfo>()
  const usedMetrics = new Set<string>()
  const points: { run: number; slot: string; point: Point }[] = []
  for (const [i, resultId] of cells.id.entries()) {
    const run = runs[at(cells.run, i)]
    const test = tests[at(cells.test, i)]
    if (run === undefined || test === undefined) continue // Both are places in the lists of the same answer.
    const values = readValues(i, run.metricSetId, test)
    const names = Object.keys(values)
    if (names.length === 0) continue
    for (const name of names) usedMetrics.add(name)
    usedTests.add(test)
    const coordinates: Point['coordinates'] = {
      ...run.coordinates,
      test: test.name,
      clients: String(at(cells.clients, i)),
    }
    if (test.group !== null) coordinates.group = test.group
    for (const [param, value] of Object.entries(at(cells.params, i) ?? {}))
      coordinates[`param:${param}`] = String(value)
    points.push({ run: at(cells.run, i), slot: run.slot, point: { runId: run.id, resultId, coordinates, values } })
  }
  return {
    points: query.newestOnly ? newestOf(points) : points.map(({ point }) => point),
    tests: [...usedTests].sort((a, b) => a.order - b.order || (a.name < b.name ? -1 : 1)),
    metrics: metricsOf(row.entries ?? [], usedMetrics),
  }
}

function asTestInfo([name, group, position, role, primary]: TestRow, fallback: string | null): TestInfo {
  const primaryMetric = primary ?? fallback ?? PRIMARY_METRIC
  return { name, group, order: position ?? TEST_WITHOUT_POSITION, role: role ?? 'measured', primaryMetric }
}

function asRun([id, metricSetId, params, ...dimensions]: RunRow) {
  const coordinates: Point['coordinates'] = {}
  for (const [i, name] of RUN_DIMENSIONS.entries()) coordinates[name] = dimensions[i] ?? ''
  for (const [param, value] of Object.entries(params)) coordinates[`param:${param}`] = String(value)
  return { id, metricSetId, coordinates, slot: JSON.stringify(dimensions) }
}

/** How to read the values of a cell: by column when metrics were asked for, else by position in its metric set. */
function valueReader(entries: readonly EntryRow[], cells: Cells, columns: string[] | null) {
  const namesBySet = new Map<string, string[]>()
  for (const [setId, position, name] of entries) {
    const names = namesBySet.get(setId) ?? []
    names[position - 1] = name
    namesBySet.set(setId, names)
  }
  return (i: number, metricSetId: string, test: TestInfo): Record<string, number> => {
    const values: Record<string, number> = {}
    const names = columns ?? namesBySet.get(metricSetId) ?? []
    for (const [column, name] of names.entries()) {
      const value = columns === null ? cells.values[0]?.[i] : cells.values[column]?.[i]
      const number = Array.isArray(value) ? value[column] : value
      if (typeof number === 'number') values[name === PRIMARY_METRIC ? test.primaryMetric : name] = number
    }
    return values
  }
}

/**
 * A newer run hides what an older one of the same kind says of the same test, clients and params, metric by metric.
 * newest_run has left out older runs with the same tests and metrics; what remains are runs that overlap.
 */
function newestOf(points: readonly { run: number; slot: string; point: Point }[]): Point[] {
  const runsBySlot = Map.groupBy(points, ({ slot }) => slot)
  const kept: Point[] = []
  for (const group of runsBySlot.values()) {
    const first = group[0]?.run
    if (group.every(({ run }) => run === first)) {
      for (const { point } of group) kept.push(point)
      continue
    }
    const taken = new Set<string>()
    for (const { point } of group.toSorted((a, b) => a.run - b.run)) {
      const key = JSON.stringify(Object.entries(point.coordinates).sort(([a], [b]) => (a < b ? -1 : 1)))
      const values = Object.entries(point.values).filter(([metric]) => !taken.has(`${metric} ${key}`))
      for (const [metric] of values) taken.add(`${metric} ${key}`)
      if (values.length > 0) kept.push({ ...point, values: Object.fromEntries(values) })
    }
  }
  return kept
}

function metricsOf(entries: readonly EntryRow[], used: ReadonlySet<string>): Metric[] {
  const metrics = new Map<string, Metric>()
  for (const [, , name, unit, better, about] of entries) {
    if (!used.has(name) || metrics.has(name)) continue
    metrics.set(name, { name, unit, better, about: about ?? findKnownMetric(name)?.about ?? '' })
  }
  return [...metrics.values()]
}

/** Columns of one answer are equally long. */
function at<T>(column: readonly T[], i: number): T {
  // The proof is in cellStatement: every column is an aggregate over the same rows.
  return column[i] as T
}
