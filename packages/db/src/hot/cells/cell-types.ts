import type { DimensionName } from '@assay/domain/compare/dimension'
import type { LeftOutReport } from '@assay/domain/compare/left-out'
import type { ReadBound } from '@assay/domain/compare/not-shown'
import type { PointSet } from '@assay/domain/compare/point'

/** Values by dimension: a result passes when each filtered dimension has one of its values. */
export type DimensionFilters = Partial<Record<DimensionName, readonly string[]>>

export type CellQueries = {
  /** The points that a comparison needs, in one SQL statement. */
  list(query: CellQuery): Promise<PointSet>
  /** The results and values that a query reads, counted in the run index as it is known here, before anything is read. */
  size(query: CellQuery): Promise<{ results: number; values: number }>
  /** How many stored results each rule of a query leaves out, for comparisons that are empty. */
  leftOut(query: CellQuery): Promise<LeftOutReport>
}

export type CellQuery = {
  filters: DimensionFilters
  /** Metric names, or `primary` for each test's own; null for every metric. */
  metrics: readonly string[] | null
  /** Only the newest result of each build, config, hardware, workload, benchmark version, repeat, test, clients and params. */
  newestOnly: boolean
  /** Lists warm-up and load steps too. */
  allSteps: boolean
  /** Where a larger comparison is cut; without it everything is read. */
  bound?: ReadBound
}
