import { sortRows } from '@assay/domain/compare/cells/sort-rows'
import type { Comparison } from '@assay/domain/compare/comparison'
import type { Grid } from '@assay/domain/compare/grid'
import type { PageGrid } from '@assay/domain/compare/page-grid/page-grid'

/** Sorts the rows of each group, and what they have besides their cells. */
export function sortPage(page: PageGrid, sort: Comparison['sort']): PageGrid {
  const { show } = page.grid
  const sorted = page.grid.tables.map((table, at) => {
    const before = page.tables[at]?.rows ?? []
    const besides = new Map(table.groups.flatMap(({ rows }) => rows).map((row, rowIndex) => [row, before[rowIndex]]))
    const groups = table.groups.map((group) => ({ ...group, rows: sortRows(group.rows, sort, show) }))
    const rows = groups.flatMap((group) => group.rows.flatMap((row) => besides.get(row) ?? []))
    return { table: { ...table, groups }, rows }
  })
  const grid: Grid = { ...page.grid, tables: sorted.map(({ table }) => table) }
  const tables = page.tables.map((table, at) => ({ ...table, rows: sorted[at]?.rows ?? [] }))
  return { ...page, grid, tables, sort }
}
