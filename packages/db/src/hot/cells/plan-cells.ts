import { FALLBACK_METRICS } from '@assay/domain/compare/primary-metric'
import type { NotShown } from '@assay/domain/compare/warnings/not-shown'
import { measuresResponseTime, readQuantileMetric } from '@assay/domain/histograms/quantile-metric'
import { AS_PUBLISHED_PREFIX, PRIMARY_METRIC } from '@assay/domain/run/metric'
import type { CellQuery } from '../../types.ts'
import { fallbackMetricOfRuns } from '../run-index/fallback-metric-of-runs.ts'
import { type Filter, findRuns, passesItem, prepareFilter } from '../run-index/filter-runs.ts'
import { memoByRevision } from '../run-index/revision-memo.ts'
import type { RunEntry, RunIndex, TestEntry } from '../run-index/run-index.ts'
import { boundRuns, listedItems } from './bound-runs.ts'

/** The runs, tests and metrics to read for a comparison, chosen from the run index. */
export type CellPlan = {
  filter: Filter
  /** Newest first. */
  runs: readonly RunEntry[]
  /** The tests to read; null for all tests of these runs. */
  tests: readonly TestEntry[] | null
  /** The metrics to read; null for all metrics of each run. */
  metrics: readonly string[] | null
  /** Metrics that are quantiles which some runs do not store, so that their histograms are read. */
  quantiles: readonly string[]
  /** True if the whole array of each cell is read and the values are selected here. */
  readsAll: boolean
  /** Primary metric of tests for which no upload states one. */
  fallback: string
  /** Number of results and values of `runs`. */
  size: { results: number; values: number }
  /** The part of the comparison that the bound leaves out; null if it leaves out nothing. */
  notShown: NotShown | null
}

/**
 * Maximum metrics that a statement names. Postgres accepts 100 arguments, and above 40 reading whole arrays is cheaper.
 */
const MAX_NAMED_METRICS = 40

const MAX_CACHED = 100
const memo = memoByRevision<CellPlan>(MAX_CACHED)

/** Plans a query once for each revision of the run index. */
export function planCells(runIndex: RunIndex, query: CellQuery): CellPlan {
  return memo(runIndex, JSON.stringify(query), () => makePlan(runIndex, query))
}

function makePlan(runIndex: RunIndex, query: CellQuery): CellPlan {
  const filter = prepareFilter(runIndex, query.filters)
  const isListed = ({ test }: { test: TestEntry }) => query.allSteps || test.role === 'measured'
  const { newestOnly } = query
  const runs = findRuns(runIndex, filter, { newestOnly, isListed })
  const [listed, all] = [new Set<TestEntry>(), new Set<TestEntry>()]
  for (const { workload, testSet } of new Map(runs.map((run) => [run.shape, run])).values()) {
    for (const item of testSet.items) {
      all.add(item.test)
      if (isListed(item) && passesItem(filter, item, workload)) listed.add(item.test)
    }
  }
  const fallback = fallbackMetricOfRuns([...new Set(runs.map((run) => run.metricSet))])
  const wanted = query.metrics === null ? null : wantedMetrics(query.metrics, { listed, runs, fallback })
  const sets = new Set(runs.map((run) => run.metricSet))
  const metrics = wanted?.filter((name) => [...sets].some(({ positions }) => positions.has(name))) ?? null
  const quantiles = computedQuantiles(wanted ?? [], sets)
  const having =
    metrics === null
      ? runs
      : runs.filter(
          ({ metricSet }) =>
            metrics.some((name) => metricSet.positions.has(name)) ||
            quantiles.some((name) => mayHaveHistogram(metricSet, name)),
        )
  const itemsOf = listedItems((item, workload) => isListed(item) && passesItem(filter, item, workload))
  const bounded = boundRuns(runIndex, { runs: having, itemsOf, metrics }, query)
  return {
    filter,
    ...bounded,
    tests: listed.size === all.size ? null : [...listed],
    metrics,
    quantiles,
    readsAll: metrics === null || metrics.length > MAX_NAMED_METRICS,
    fallback,
  }
}

type MetricSet = RunEntry['metricSet']

/** True if results with this metric set may have a histogram of the quantile and do not store its value. */
function mayHaveHistogram({ positions, metrics }: MetricSet, quantile: string): boolean {
  if (positions.has(quantile)) return false
  const operation = readQuantileMetric(quantile)?.operation ?? null
  return metrics.some(({ name }) => measuresResponseTime(name, operation))
}

const computedQuantiles = (names: readonly string[], sets: ReadonlySet<MetricSet>): string[] =>
  names.filter((name) => readQuantileMetric(name) !== null && [...sets].some((set) => mayHaveHistogram(set, name)))

type Wanted = { listed: ReadonlySet<TestEntry>; runs: readonly RunEntry[]; fallback: string }

function wantedMetrics(names: readonly string[], { listed, runs, fallback }: Wanted): string[] {
  const wanted = new Set(names.filter((name) => name !== PRIMARY_METRIC))
  if (!names.includes(PRIMARY_METRIC)) return [...wanted]
  for (const test of listed) wanted.add(test.primaryMetric ?? fallback)
  for (const name of fallbacksOf({ listed, runs, fallback })) wanted.add(name)
  return [...wanted]
}

/** Substitutes for primary metrics that some metric sets lack: published figures, then fallbacks. */
function fallbacksOf({ listed, runs, fallback }: Wanted): Set<string> {
  const found = new Set<string>()
  for (const { metricSet, testSet } of new Map(runs.map((run) => [`${run.shape} ${run.metricSet.id}`, run])).values()) {
    for (const { test } of testSet.items) {
      const primary = test.primaryMetric ?? fallback
      if (!listed.has(test) || metricSet.positions.has(primary)) continue
      for (const name of [primary, ...FALLBACK_METRICS]) {
        for (const one of [name, `${AS_PUBLISHED_PREFIX}${name}`]) if (metricSet.positions.has(one)) found.add(one)
      }
    }
  }
  return found
}
