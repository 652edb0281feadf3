import type { Comparison } from '../comparison.ts'
import type { Grid, GridTable } from '../grid.ts'
import { newestColumn } from '../page-grid/newest-column.ts'
import { companionMetrics, hasCompanions } from './pair-table.ts'

/** A table with more columns shows companions of one version only. */
const MAX_COLUMNS_OF_PAIR = 4

/**
 * The comparison of companion metrics next to a grid. Of many versions it reads only those whose companions are shown
 * and their base, because reading and judging all of them takes as long as the grid itself.
 *
 * @param measured names of the metrics of the project.
 * @returns null where none was measured, and for a comparison without throughput over versions.
 */
export function companionComparison(
  comparison: Comparison,
  grid: Grid,
  measured: readonly string[],
): Comparison | null {
  const metrics = hasCompanions(comparison) ? companionMetrics(measured) : []
  if (metrics.length === 0) return null
  const others: Comparison = { ...comparison, metrics, sort: { kind: 'order' } }
  const at = grid.columnDimensions.indexOf('version')
  if (at < 0 || grid.tables.every(({ columns }) => columns.length <= MAX_COLUMNS_OF_PAIR)) return others
  const versions = grid.tables.flatMap((table) => neededColumns(grid, table).map(({ values }) => values[at] ?? ''))
  return { ...others, filters: { ...comparison.filters, version: [...new Set(versions)] } }
}

/** The column of the newest version and those that may be its base: the marked ones, and the first one. */
function neededColumns(grid: Grid, table: GridTable): GridTable['columns'] {
  const newest = newestColumn(grid, table)
  return newest === null ? [] : table.columns.filter(({ isBase }, at) => isBase || at === 0 || at === newest)
}
