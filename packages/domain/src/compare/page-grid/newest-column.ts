import type { Grid, GridTable } from '../grid.ts'

/** A table with more columns than this may be wider than its window. */
const MAX_UNFIXED_COLUMNS = 4

/** Versions of runs that do not state one; they follow all others without being newer. */
const UNKNOWN_VERSIONS: ReadonlySet<string | undefined> = new Set(['', 'unknown'])

export const isKnownVersion = (version: string | undefined): boolean => !UNKNOWN_VERSIONS.has(version)

/**
 * Returns the column of the newest version if there is one product and another column is the base; it is marked, and
 * stays visible while a wide table scrolls. A version without any ratio in this table does not count, unless none has one.
 */
export function newestColumn({ columnDimensions }: Grid, { columns, groups }: GridTable): number | null {
  const [product, version] = [columnDimensions.indexOf('product'), columnDimensions.indexOf('version')]
  const products = product < 0 ? 1 : new Set(columns.map(({ values }) => values[product])).size
  if (version < 0 || version > 1 || products !== 1) return null
  const isKnown = ({ values }: GridTable['columns'][number]) => isKnownVersion(values[version])
  const hasRatio = (at: number) => groups.some(({ rows }) => rows.some(({ cells }) => cells[at]?.ratio != null))
  const last = columns.findLastIndex(isKnown)
  if (columns[last]?.isBase === true) return null
  const compared = columns.findLastIndex((column, at) => isKnown(column) && !column.isBase && hasRatio(at))
  const newest = compared < 0 ? last : compared
  return newest < 0 ? null : newest
}

/** True when the column of the newest version stays visible while a wide table scrolls. */
export const fixesNewest = (grid: Grid, table: GridTable): boolean =>
  table.columns.length > MAX_UNFIXED_COLUMNS && newestColumn(grid, table) !== null

/** True when that column is the last one. */
export const endsWithNewest = (grid: Grid, table: GridTable): boolean =>
  fixesNewest(grid, table) && newestColumn(grid, table) === table.columns.length - 1
