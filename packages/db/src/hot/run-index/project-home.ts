import { byName } from '@assay/domain/compare/dimension-order'
import type { Hardware, ProductSummary, ProjectHome, VersionSummary } from '../../types.ts'
import { newestFirst } from '../runs/run-summary.ts'
import { compareVersionKeys, type RunEntry, type RunIndex } from './run-index.ts'

const NEWEST_RUNS = 20

export function projectHome(runIndex: RunIndex, hardware: readonly Hardware[]): ProjectHome {
  const versions = Map.groupBy(versionSummaries(runIndex), (version) => version.product)
  const products = productSummaries(runIndex).map((product) => ({
    ...product,
    versions: versions.get(product.name) ?? [],
  }))
  const { runs } = runIndex
  const runCounts = new Map(
    countRuns(runs, 'hardware').map((count, index) => [runIndex.hardware.all[index]?.id, count] as const),
  )
  return {
    counts: {
      runs: runs.length,
      results: runs.reduce((sum, run) => sum + run.testSet.items.length, 0),
      products: products.length,
      versions: products.reduce((sum, product) => sum + product.versionCount, 0),
      builds: runIndex.builds.all.length,
      configs: runIndex.configs.all.length,
      hardware: hardware.length,
    },
    products,
    hardware: hardware.map((machine) => ({ ...machine, runCount: runCounts.get(machine.id) ?? 0 })),
    benchmarks: benchmarks(runIndex),
    newestRuns: newestFirst(runs, NEWEST_RUNS),
  }
}

export function productSummaries({ builds, runs }: RunIndex): ProductSummary[] {
  const runCounts = countRuns(runs, 'build')
  const byProduct = Map.groupBy(builds.all, (build) => build.productId)
  const products = [...byProduct].map(([id, own]) => ({
    id,
    name: own[0]?.product ?? '',
    versionCount: new Set(own.map((build) => build.versionId)).size,
    runCount: sumOf(own, runCounts),
  }))
  return products.sort((a, b) => byName(a.name, b.name))
}

/** Versions by product, oldest first. */
export function versionSummaries({ builds, runs }: RunIndex): VersionSummary[] {
  const runCounts = countRuns(runs, 'build')
  const sorted = builds.all.toSorted((a, b) => byName(a.product, b.product) || compareVersionKeys(a, b))
  return [...Map.groupBy(sorted, (build) => build.versionId)].map(([id, own]) => ({
    id,
    product: own[0]?.product ?? '',
    name: own[0]?.version ?? '',
    runCount: sumOf(own, runCounts),
  }))
}

function benchmarks({ workloads, runs }: RunIndex): ProjectHome['benchmarks'] {
  const runCounts = countRuns(runs, 'workload')
  const byBenchmark = Map.groupBy(workloads.all, (workload) => workload.benchmarkId)
  const found = [...byBenchmark].map(([id, own]) => {
    const counted = own.map((workload) => ({
      id: workload.id,
      name: workload.name,
      runCount: sumOf([workload], runCounts),
    }))
    counted.sort((a, b) => byName(a.name, b.name))
    return { id, name: own[0]?.benchmark ?? '', runCount: sumOf(own, runCounts), workloads: counted }
  })
  return found.sort((a, b) => byName(a.name, b.name))
}

/** Counts runs by the index of their entry of one kind; every entry belongs to at least one run. */
function countRuns(runs: readonly RunEntry[], kind: 'build' | 'hardware' | 'workload'): number[] {
  const counts: number[] = []
  for (const run of runs) counts[run[kind].index] = (counts[run[kind].index] ?? 0) + 1
  return counts
}

function sumOf(entries: readonly { index: number }[], counts: readonly number[]): number {
  return entries.reduce((sum, { index }) => sum + (counts[index] ?? 0), 0)
}
