import { byName } from '@assay/domain/compare/dimension-order'
import { insertInOrder } from '../../partial-sort.ts'
import type { Hardware, ProductSummary, ProjectHome, VersionSummary } from '../../types.ts'
import { byArrival, summarizeRun } from '../runs/run-summary.ts'
import { foldIndex, memoByLength } from './fold-index.ts'
import type { RunColumns, RunKind } from './run-columns.ts'
import { compareVersionKeys, type RunEntry, type RunIndex } from './run-index.ts'

const NEWEST_RUNS = 20

export function projectHome(runIndex: RunIndex, hardware: readonly Hardware[]): ProjectHome {
  const versions = Map.groupBy(versionSummaries(runIndex), (version) => version.product)
  const products = productSummaries(runIndex).map((product) => ({
    ...product,
    versions: versions.get(product.name) ?? [],
  }))
  const { columns, runs, shapes } = runIndex
  const runCounts = new Map(runIndex.hardware.all.map(({ id, index }) => [id, columns.runsOf('hardware', index)]))
  return {
    counts: {
      runs: runs.length,
      results: shapes.reduce(
        (sum, { testSet }, shape) => sum + testSet.items.length * columns.runsOf('shape', shape),
        0,
      ),
      products: products.length,
      versions: products.reduce((sum, product) => sum + product.versionCount, 0),
      builds: runIndex.builds.all.length,
      configs: runIndex.configs.all.length,
      hardware: hardware.length,
    },
    products,
    hardware: hardware.map((machine) => ({ ...machine, runCount: runCounts.get(machine.id) ?? 0 })),
    benchmarks: benchmarks(runIndex),
    newestRuns: newestRuns(runIndex).map(summarizeRun),
  }
}

/** The runs that arrived last, newest first. */
const newestRuns = foldIndex<RunEntry, RunEntry[]>(
  ({ runs }) => runs,
  () => [],
  (newest, run) => insertInOrder(newest, run, { count: NEWEST_RUNS, order: byArrival }),
)

export function productSummaries({ builds, columns }: RunIndex): ProductSummary[] {
  const byProduct = Map.groupBy(builds.all, (build) => build.productId)
  const products = [...byProduct].map(([id, own]) => ({
    id,
    name: own[0]?.product ?? '',
    versionCount: new Set(own.map((build) => build.versionId)).size,
    runCount: countRuns(columns, 'build', own),
  }))
  return products.sort((a, b) => byName(a.name, b.name))
}

/** Versions by product, oldest first. */
export function versionSummaries(runIndex: RunIndex): VersionSummary[] {
  return sortedVersions(runIndex).map(([id, own]) => ({
    id,
    product: own[0]?.product ?? '',
    name: own[0]?.version ?? '',
    runCount: countRuns(runIndex.columns, 'build', own),
  }))
}

const sortedVersions = memoByLength(
  ({ builds }) => builds.all,
  (builds) => {
    const sorted = builds.toSorted((a, b) => byName(a.product, b.product) || compareVersionKeys(a, b))
    return [...Map.groupBy(sorted, (build) => build.versionId)]
  },
)

function benchmarks({ workloads, columns }: RunIndex): ProjectHome['benchmarks'] {
  const byBenchmark = Map.groupBy(workloads.all, (workload) => workload.benchmarkId)
  const found = [...byBenchmark].map(([id, own]) => {
    const counted = own.map((workload) => ({
      id: workload.id,
      name: workload.name,
      runCount: countRuns(columns, 'workload', [workload]),
    }))
    counted.sort((a, b) => byName(a.name, b.name))
    return { id, name: own[0]?.benchmark ?? '', runCount: countRuns(columns, 'workload', own), workloads: counted }
  })
  return found.sort((a, b) => byName(a.name, b.name))
}

/** Counts the runs of some entries of one kind. */
const countRuns = (columns: RunColumns, kind: RunKind, entries: readonly { index: number }[]): number =>
  entries.reduce((sum, { index }) => sum + columns.runsOf(kind, index), 0)
