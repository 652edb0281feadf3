import type { Cell, Grid, GridTable } from '../grid.ts'
import { knownValues } from './known-values.ts'

/** Tables of the same results that differ in their metric, made one: a column for each metric. */
export type MetricColumns = {
  /** Title of the table: the values of the table dimensions. */
  label: string
  values: readonly string[]
  baseLabel: string | null
  metrics: readonly Pick<GridTable, 'metric' | 'unit' | 'better'>[]
  rows: readonly {
    label: string
    /** The column of the grid; empty where the grid has a single one. */
    column: string
    isBase: boolean
    /** One for each of `metrics`. */
    cells: readonly Cell[]
  }[]
}

/**
 * Puts the metrics of a grid side by side, so that throughput is always shown with its costs. Metrics of which a
 * table has no value at all are left out of it, and rows without any value too.
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
    rows.flatMap((row, place) =>
      row.cells.flatMap((_, column): MetricColumns['rows'] => {
        // The tables of one key have the same rows and columns: they differ in their metric only.
        const cells = shown.flatMap(({ groups }) => groups[group]?.rows[place]?.cells[column] ?? [])
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
