import type { DimensionName } from '@assay/domain/compare/dimension'
import type { PointSet } from '@assay/domain/compare/point'
import type { LeftOutReport } from '@assay/domain/compare/warnings/left-out'
import type { ReadBound } from '@assay/domain/compare/warnings/not-shown'

/** Values by dimension: a result passes if each filtered dimension has one of its values. */
export type DimensionFilters = Partial<Record<DimensionName, readonly string[]>>

export type CellQueries = {
  /** Reads the points that a comparison needs in one SQL statement. */
  list(query: CellQuery): Promise<PointSet>
  /** Counts the results and values that a query would read, in the cached run index. */
  size(query: CellQuery): Promise<{ results: number; values: number }>
  /** Counts the stored results that each rule of a query leaves out, for empty comparisons. */
  leftOut(query: CellQuery): Promise<LeftOutReport>
}

export type CellQuery = {
  filters: DimensionFilters
  /** Names of metrics, or `primary` for each test's own; null for all metrics. */
  metrics: readonly string[] | null
  /**
   * Selects only the newest result of each build, config, hardware, workload, benchmark version, repeat, test, clients
   * and params.
   */
  newestOnly: boolean
  /** Also lists warm-up and load steps. */
  allSteps: boolean
  /** The limit above which a comparison is cut; without it everything is read. */
  bound?: ReadBound
}
