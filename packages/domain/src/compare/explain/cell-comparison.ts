import type { Base, Comparison } from '../comparison.ts'
import type { DimensionName } from '../dimension.ts'
import type { Grid, GridTable } from '../grid.ts'
import type { CellRef } from '../tldr/tldr.ts'
import { rowsOf } from '../tldr/tldr-blocks.ts'

/**
 * The same comparison limited to one cell, so that only its results and those of its base are read. If the base is the
 * first row or column it is named explicitly, because otherwise the cell itself would be the first.
 *
 * @returns null when the cell is outside the grid.
 */
export function cellComparison(comparison: Comparison, grid: Grid, ref: CellRef): Comparison | null {
  const table = grid.tables[ref.table]
  const row = table && rowsOf(table)[ref.row]
  const column = table?.columns[ref.column]
  if (table === undefined || row === undefined || column === undefined) return null
  const own = [
    ...entries(comparison.tables, table.key.values),
    ...entries(grid.rowDimensions, row.values),
    ...entries(grid.columnDimensions, column.values),
  ]
  return {
    ...comparison,
    filters: { ...comparison.filters, ...Object.fromEntries(own.map(([name, value]) => [name, [value]])) },
    columns: [...grid.columnDimensions],
    metrics: [comparison.metrics[ref.table % comparison.metrics.length] ?? table.metric],
    base: namedFor(comparison.base, grid, table),
    onlyChanged: false,
    sort: { kind: 'order' },
  }
}

function namedFor(base: Base, grid: Grid, table: GridTable): Base {
  if (base.kind === 'first-cell') {
    const row = rowsOf(table).find(({ cells }) => cells.some(({ isBase }) => isBase))
    const column = table.columns.find((_, i) => row?.cells[i]?.isBase)
    const named = [
      ...entries(grid.rowDimensions, row?.values ?? []),
      ...entries(grid.columnDimensions, column?.values ?? []),
    ]
    return { kind: 'values', values: Object.fromEntries(named) }
  }
  const [dimensions, first] =
    base.kind === 'first-column'
      ? [grid.columnDimensions, table.columns.find(({ isBase }) => isBase)]
      : [grid.rowDimensions, rowsOf(table).find(({ isBase }) => isBase)]
  if (base.kind !== 'first-column' && base.kind !== 'first-row') return base
  return { kind: 'values', values: Object.fromEntries(entries(dimensions, first?.values ?? [])) }
}

const entries = (dimensions: readonly DimensionName[], values: readonly string[]) =>
  dimensions.map((dimension, i) => [dimension, values[i] ?? ''] as const)
