import type { Point, PointSet, TestInfo } from '@assay/domain/compare/point'
import { findQuantileMetric } from '@assay/domain/histograms/quantile-metric'
import type { Metric } from '@assay/domain/run/metric'
import { asFootnotes, ValidityFlags } from '../../crud/validity/validity-flags.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { CellQuery, Params } from '../../types.ts'
import { passesItem } from '../run-index/filter-runs.ts'
import type { RunEntry, RunIndex, TestEntry, TestSetItem } from '../run-index/run-index.ts'
import type { RunIndexCache } from '../run-index/run-index-cache.ts'
import { createFactsLookup } from './facts-lookup.ts'
import { hideOlder } from './hide-older.ts'
import { type CellPlan, planCells } from './plan-cells.ts'
import { type Cells, readCells } from './read-cells.ts'
import { type ResultQuantiles, readQuantiles } from './read-quantiles.ts'

/** A point with its run, which is needed until older values are hidden. */
export type RunPoint = { run: RunEntry; test: TestEntry; point: Point }

/**
 * Implements CellQueries.list in one statement. Further ones are needed only if matching runs arrived since the run
 * index was updated, and for quantiles that are computed from histograms.
 */
export async function listCells(scoped: TenantScope, runIndexes: RunIndexCache, query: CellQuery): Promise<PointSet> {
  const { projectId } = scoped
  let runIndex = runIndexes.current(projectId)
  if (runIndex.horizon === null) runIndex = await runIndexes.fresh(projectId)
  const { horizon, revision } = runIndex
  let plan = planCells(runIndex, query)
  const answer = await readCells(scoped, horizon, plan)
  let { cells, flags } = answer
  await runIndexes.catchUp(projectId, horizon, answer.changes)
  // A concurrent query may have updated the run index, so its revision decides.
  if (runIndexes.current(projectId).revision !== revision) {
    runIndex = runIndexes.current(projectId)
    plan = planCells(runIndex, query)
    ;({ cells, flags } = await readCells(scoped, horizon, plan))
  }
  const quantiles = await readQuantiles(scoped, plan)
  return asPointSet(runIndex, { plan, cells, flags: new ValidityFlags(flags), quantiles }, query)
}

/** Implements CellQueries.size. It sends no statement if the run index is cached. */
export async function countCellsToRead(
  { projectId }: TenantScope,
  runIndexes: RunIndexCache,
  query: CellQuery,
): Promise<{ results: number; values: number }> {
  const known = runIndexes.current(projectId)
  return planCells(known.horizon === null ? await runIndexes.fresh(projectId) : known, query).size
}

type Read = { plan: CellPlan; cells: Cells; flags: ValidityFlags; quantiles: ReadonlyMap<string, ResultQuantiles> }

function asPointSet(runIndex: RunIndex, { plan, cells, flags, quantiles }: Read, query: CellQuery): PointSet {
  const coordinatesOf = runCoordinates()
  const factsOf = createFactsLookup()
  const read = valueReader(plan, cells)
  const found: RunPoint[] = []
  for (const [i, resultId] of cells.id.entries()) {
    const run = plan.runs[at(cells.run, i) - 1]
    const test = runIndex.tests.get(at(cells.testId, i))
    if (run === undefined || test === undefined) continue // Both indexes are positions in the plan that was read.
    const item: TestSetItem = { test, clients: at(cells.clients, i), params: at(cells.params, i) }
    if (!query.allSteps && test.role !== 'measured') continue
    if (!passesItem(plan.filter, item, run.workload)) continue
    const computed = quantiles.get(resultId)
    const values = { ...computed?.values, ...read(i, run) }
    if (Object.keys(values).length === 0) continue
    const coordinates = { ...coordinatesOf(run), test: test.name, clients: String(item.clients) }
    const point: Point = { runId: run.id, resultId, coordinates, values }
    if (test.group !== null) point.coordinates.group = test.group
    addParams(point.coordinates, item.params)
    const facts = factsOf(run)
    const badges = flags.find(run.id, resultId)
    if (facts !== null) point.facts = facts
    if (computed !== undefined) point.noise = computed.noise
    if (run.startedAt !== null) point.startedAt = run.startedAt
    if (run.build.binarySha256 !== null) point.binary = run.build.binarySha256
    if (badges !== undefined) point.footnotes = asFootnotes(badges)
    found.push({ run, test, point })
  }
  const shown = query.newestOnly ? hideOlder(found) : found
  return {
    points: shown.map(({ point }) => point),
    tests: testsOf(shown, plan.fallback),
    metrics: metricsOf(shown),
    ...(plan.notShown === null ? {} : { notShown: plan.notShown }),
  }
}

/** Returns the coordinates that all results of a run share, computed once per run. */
function runCoordinates() {
  const made = new Map<RunEntry, Point['coordinates']>()
  return (run: RunEntry): Point['coordinates'] => {
    const known = made.get(run)
    if (known !== undefined) return known
    const { build, config, hardware, workload, benchmarkVersion, repeat } = run
    const coordinates: Point['coordinates'] = {
      product: build.product,
      version: build.version,
      build: build.name,
      compiler: build.compiler,
      config: config.name,
      hardware: hardware.name,
      benchmark: workload.benchmark,
      workload: workload.name,
      repeat: String(repeat),
    }
    if (build.flags !== '') coordinates.flags = build.flags
    if (benchmarkVersion.name !== '') coordinates.benchmarkVersion = benchmarkVersion.name
    addParams(coordinates, workload.params)
    made.set(run, coordinates)
    return coordinates
  }
}

function addParams(coordinates: Point['coordinates'], params: Params | null): void {
  for (const [name, value] of Object.entries(params ?? {})) coordinates[`param:${name}`] = String(value)
}

/**
 * Returns a function that reads the values of one cell: by column if metrics were named, else by position in the metric
 * set of the run.
 */
function valueReader({ metrics, readsAll }: CellPlan, { values }: Cells) {
  return (i: number, { metricSet }: RunEntry): Record<string, number> => {
    const found: Record<string, number> = {}
    const names = metrics ?? metricSet.metrics.map(({ name }) => name)
    const all = readsAll ? values[0]?.[i] : null
    for (const [column, name] of names.entries()) {
      const value = Array.isArray(all) ? all[(metricSet.positions.get(name) ?? 0) - 1] : values[column]?.[i]
      if (typeof value === 'number') found[name] = value
    }
    return found
  }
}

function testsOf(points: readonly RunPoint[], fallback: string): TestInfo[] {
  const tests = [...new Set(points.map(({ test }) => test))]
  tests.sort((a, b) => a.position - b.position || (a.name < b.name ? -1 : 1))
  return tests.map(({ name, group, position, role, primaryMetric, targetRate }) => ({
    name,
    group,
    order: position,
    role,
    primaryMetric: primaryMetric ?? fallback,
    ...(targetRate === null ? {} : { targetRate }),
  }))
}

/** The metrics of the points; those of quantiles that no run stores come last. */
function metricsOf(points: readonly RunPoint[]): Metric[] {
  const metrics = new Map<string, Metric>()
  const used = new Set(points.flatMap(({ point }) => Object.keys(point.values)))
  for (const { metricSet } of new Map(points.map(({ run }) => [run.metricSet, run])).values()) {
    for (const metric of metricSet.metrics) if (used.has(metric.name)) metrics.set(metric.name, metric)
  }
  for (const name of used) {
    const quantile = metrics.has(name) ? undefined : findQuantileMetric(name)
    if (quantile !== undefined) metrics.set(name, quantile)
  }
  return [...metrics.values()]
}

/** Reads a column; columns of one answer are equally long. */
function at<T>(column: readonly T[], i: number): T {
  // All columns of readCells aggregate the same rows, so the index is valid.
  return column[i] as T
}
