import { byName } from '@assay/domain/compare/dimension-order'
import { compareVersions } from '@assay/domain/run/version'
import type { Catalogue } from './catalogue/catalogue.ts'
import { newestFirst } from './runs/run-summary.ts'
import type { Hardware, ProductSummary, ProjectHome, VersionSummary } from './types.ts'

const NEWEST_RUNS = 20

export function projectHome(catalogue: Catalogue, hardware: readonly Hardware[]): ProjectHome {
  const versions = versionSummaries(catalogue)
  const products = productSummaries(catalogue).map((product) => ({
    ...product,
    versions: versions.filter((version) => version.product === product.name),
  }))
  const { runs } = catalogue
  const runsByHardware = countBy(runs, (run) => run.hardware.id)
  return {
    counts: {
      runs: runs.length,
      results: runs.reduce((sum, run) => sum + run.testSet.items.length, 0),
      products: products.length,
      versions: versions.length,
      builds: catalogue.builds.all.length,
      configs: catalogue.configs.all.length,
      hardware: hardware.length,
    },
    products,
    hardware: hardware.map((machine) => ({ ...machine, runCount: runsByHardware.get(machine.id) ?? 0 })),
    benchmarks: benchmarks(catalogue),
    newestRuns: newestFirst(runs, NEWEST_RUNS),
  }
}

export function productSummaries({ builds, runs }: Catalogue): ProductSummary[] {
  const runCounts = countBy(runs, (run) => run.build.productId)
  const byId = Map.groupBy(builds.all, (build) => build.productId)
  const products = [...byId].map(([id, own]) => ({
    id,
    name: own[0]?.product ?? '',
    versionCount: new Set(own.map((build) => build.versionId)).size,
    runCount: runCounts.get(id) ?? 0,
  }))
  return products.sort((a, b) => byName(a.name, b.name))
}

/** By product, then oldest first. */
export function versionSummaries({ builds, runs }: Catalogue): VersionSummary[] {
  const runCounts = countBy(runs, (run) => run.build.versionId)
  const byId = new Map(builds.all.map((build) => [build.versionId, build]))
  const versions = [...byId].map(([id, { product, version }]) => ({
    id,
    product,
    name: version,
    runCount: runCounts.get(id) ?? 0,
  }))
  return versions.sort((a, b) => byName(a.product, b.product) || compareVersions(a.name, b.name))
}

function benchmarks({ workloads, runs }: Catalogue): ProjectHome['benchmarks'] {
  const runCounts = countBy(runs, (run) => run.workload.id)
  const byId = Map.groupBy(workloads.all, (workload) => workload.benchmarkId)
  const found = [...byId].map(([id, own]) => {
    const counted = own.map((workload) => ({
      id: workload.id,
      name: workload.name,
      runCount: runCounts.get(workload.id) ?? 0,
    }))
    return {
      id,
      name: own[0]?.benchmark ?? '',
      runCount: counted.reduce((sum, workload) => sum + workload.runCount, 0),
      workloads: counted.sort((a, b) => byName(a.name, b.name)),
    }
  })
  return found.sort((a, b) => byName(a.name, b.name))
}

function countBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1)
  return counts
}
