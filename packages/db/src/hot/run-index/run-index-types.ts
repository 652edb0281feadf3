import type { DimensionName } from '@assay/domain/compare/dimension'
import type { ComparableVersions } from '@assay/domain/compare/pairs/comparable-versions'
import type { StudyEnvironment } from '@assay/domain/compare/studies/selection/study-environment'
import type { Varying } from '@assay/domain/compare/study'
import type { Hardware } from '../../crud/dimensions/dimension-types.ts'
import type { DimensionFilters } from '../cells/cell-types.ts'
import type { RunSummary } from '../runs/run-types.ts'
import type { MixingQuery } from './mixed-dimensions.ts'

export type FacetValue = {
  value: string
  /** Number of newest results that have the value and pass the filters of all other dimensions. */
  count: number
}

/** Values in display order: versions by number, clients as numbers, tests in the order of the benchmark. */
export type Facet = { name: DimensionName; values: FacetValue[] }

export type DimensionQueries = {
  /**
   * Each dimension with its values, counted under the filters of all other dimensions, so that a filter does not narrow
   * its own list. Fixed dimensions first, then `param:NAME` by name.
   */
  facets(query: { filters: DimensionFilters; allSteps: boolean }): Promise<Facet[]>
  /** Clients, compilers and parameters that vary within a workload while all other dimensions are fixed. */
  varying(): Promise<Varying[]>
  /** The versions of each product that ran with the same workload on the same machine. */
  comparableVersions(): Promise<ComparableVersions[]>
  /** The results of each product on one machine with one workload, and the dimensions that vary among them. */
  studyEnvironments(): Promise<StudyEnvironment[]>
  /**
   * For each query, the dimensions on no axis in which results of one cell differ; empty if cells contain repeats only.
   */
  mixed(queries: readonly MixingQuery[]): Promise<DimensionName[][]>
}

export type ProductSummary = { id: string; name: string; versionCount: number; runCount: number }
export type VersionSummary = { id: string; product: string; name: string; runCount: number }

export type ProjectHome = {
  counts: {
    runs: number
    results: number
    products: number
    versions: number
    builds: number
    configs: number
    hardware: number
  }
  /** Versions are ordered oldest first. */
  products: (ProductSummary & { versions: VersionSummary[] })[]
  hardware: (Hardware & { runCount: number })[]
  benchmarks: {
    id: string
    name: string
    runCount: number
    workloads: { id: string; name: string; runCount: number }[]
  }[]
  /** The 20 runs that arrived last. */
  newestRuns: RunSummary[]
}
