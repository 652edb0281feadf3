import type { Cell, Grid, GridTable } from '../grid.ts'
import { knownValues } from './known-values.ts'

/** Tables of the same results with different metrics, merged: a column for each metric. */
export type MetricColumns = {
  /** Title of the table: the values of the table dimensions. */
  label: string
  values: readonly string[]
  baseLabel: string | null
  metrics: readonly Pick<GridTable, 'metric' | 'unit' | 'better'>[]
  rows: readonly {
    label: string
    /** The label of the grid's column; empty if the grid has only one. */
    column: string
    isBase: boolean
    /** One cell for each of `metrics`. */
    cells: readonly Cell[]
  }[]
}

/**
 * Puts the metrics of a grid side by side, so that throughput is always shown with its costs. A table omits metrics and
 * rows without values.
 */
export function metricColumnsOf({ tables, rowDimensions }: Grid): MetricColumns[] {
  const byKey = Map.groupBy(tables, ({ key, metric, isSubstitute }) =>
    JSON.stringify([key.values, isSubstitute === true ? metric : '']),
  )
  return [...byKey.values()].flatMap((all): MetricColumns[] => {
    const shown = all.filter((table) => cellsOf(table).some(({ value }) => value !== null))
    const [first] = shown
    if (first === undefined) return []
    const { key, baseLabel } = first
    const metrics = shown.map(({ metric, unit, better }) => ({ metric, unit, better }))
    return [{ label: key.label, values: key.values, baseLabel, metrics, rows: rowsOf(first, shown, rowDimensions) }]
  })
}

const cellsOf = ({ groups }: GridTable): Cell[] => groups.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells))

function rowsOf(
  first: GridTable,
  shown: readonly GridTable[],
  dimensions: Grid['rowDimensions'],
): MetricColumns['rows'] {
  return first.groups.flatMap(({ rows }, group) =>
    rows.flatMap((row, index) =>
      row.cells.flatMap((_, column): MetricColumns['rows'] => {
        // Tables with the same key have the same rows and columns and differ only in their metric.
        const cells = shown.flatMap(({ groups }) => groups[group]?.rows[index]?.cells[column] ?? [])
        if (cells.every(({ value }) => value === null)) return []
        const { label = '', isBase = false } = first.columns[column] ?? {}
        return [
          {
            label: knownValues(row, dimensions) || row.label,
            column: row.cells.length === 1 ? '' : label,
            isBase: row.isBase || isBase,
            cells,
          },
        ]
      }),
    ),
  )
}
