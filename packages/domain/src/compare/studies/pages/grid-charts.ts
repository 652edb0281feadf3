import { plural } from '../../../plural.ts'
import type { ChartModel } from '../../../publish/chart/chart-model.ts'
import { axisLabel } from '../../axis-label.ts'
import type { DimensionName } from '../../dimension.ts'
import type { Cell, Grid, GridColumn, GridRow, GridTable } from '../../grid.ts'
import { sweepCharts } from '../sweep/sweep-charts.ts'

/** Maximum charts of a grid; its tables show all values. */
const MAX_TABLES = 4
/** Maximum rows of bars that fit on the first screen. */
const MAX_ROWS = 12
/** Maximum lines that can be distinguished. */
const MAX_LINES = 6
/** Fewer versions are bars of a row, not positions of a line. */
const MIN_VERSIONS = 3

/**
 * Charts of the first tables of a grid, for pages whose tables have none of their own: lines over versions or numbers,
 * otherwise bars. Rows with the largest change are drawn when there are too many; the base is the line at 1.
 */
export function gridCharts(grid: Grid): ChartModel[] {
  if (grid.show === 'absolute') return []
  const tables = grid.tables.slice(0, MAX_TABLES).filter((table) => strengths(table).some((change) => change > 0))
  return tables.flatMap((table, index): ChartModel[] => {
    const overVersions = isOverVersions(grid, table)
    const drawn = overVersions ? linesOf(table) : barsOf(grid, table)
    const [chart] = sweepCharts({ ...(overVersions ? swapped(grid) : grid), tables: [drawn.table] })
    if (chart === undefined) return []
    return [{ ...chart, id: `lead-${index}`, title: titleOf(chart), y: axisOf(chart), ...leftOut(drawn) }]
  })
}

/** A chart of one series has no legend, so its title names the series. */
function titleOf({ title, series }: ChartModel): string {
  const [only, ...others] = series
  return only === undefined || others.length > 0 ? title : `${title}: ${only.name}`
}

/** Changes matter and not the distance to zero; bars have their length from zero. */
const axisOf = ({ y, draw }: ChartModel): ChartModel['y'] => (draw === 'line' ? { ...y, start: 'near' } : y)

type Drawn = { table: GridTable; shown: number; of: number }

const leftOut = ({ shown, of }: Drawn) =>
  shown < of ? { left: `Drawn are the ${shown} rows with the largest change, of ${plural(of, 'row')}.` } : {}

const isOverVersions = ({ columnDimensions }: Grid, { columns }: GridTable) =>
  columnDimensions.length === 1 && columnDimensions[0] === 'version' && columns.length >= MIN_VERSIONS

const swapped = (grid: Grid): Grid => ({
  ...grid,
  rowDimensions: grid.columnDimensions,
  columnDimensions: grid.rowDimensions,
})

const rowsOf = ({ groups }: GridTable) => groups.flatMap(({ rows }) => rows)

/** Largest distance of a cell of each row from its base, as the absolute logarithm of the ratio. */
const strengths = (table: GridTable): number[] => rowsOf(table).map(changeOf)
const changeOf = ({ cells }: GridRow): number => Math.max(0, ...cells.map(logOf).map(Math.abs))
const logOf = ({ ratio, isBase }: Cell): number => (isBase || ratio === null || ratio <= 0 ? 0 : Math.log(ratio))

/** The rows with the largest change, in the order of the table. */
function strongest(rows: readonly GridRow[], max: number): GridRow[] {
  const chosen = new Set(rows.toSorted((a, b) => changeOf(b) - changeOf(a)).slice(0, max))
  return rows.filter((row) => chosen.has(row))
}

/** Versions become rows, so that a line leads from version to version. */
function linesOf(table: GridTable): Drawn {
  const rows = rowsOf(table)
  const shown = strongest(rows, MAX_LINES)
  const versions = table.columns.map(
    ({ values, label, isBase }, at): GridRow => ({
      ...{ values, label, isBase, group: null },
      cells: shown.flatMap(({ cells }) => cells[at] ?? []),
    }),
  )
  const columns = shown.map(({ values, label, isBase }) => ({ values, label, isBase }))
  return {
    table: { ...table, columns, groups: [{ name: null, rows: versions, summaries: [] }] },
    shown: shown.length,
    of: rows.length,
  }
}

/** Bars without those of the base, worst first unless the rows have an order of their own. */
function barsOf(grid: Grid, table: GridTable): Drawn {
  const columns = table.columns.flatMap(({ isBase }, at) => (isBase ? [] : [at]))
  const shownColumns = columns.length === 0 ? table.columns.map((_, at) => at) : columns
  const rows = rowsOf(table).map(
    (row): GridRow => ({ ...row, cells: shownColumns.flatMap((at) => row.cells[at] ?? []) }),
  )
  const measured = rows.filter(({ cells }) => cells.some(({ ratio, isBase }) => ratio !== null && !isBase))
  const shown = strongest(measured, MAX_ROWS)
  const drawn = shownColumns.flatMap((at) => table.columns[at] ?? [])
  const isOrdered = grid.rowDimensions.some(
    (name) => name === 'version' || name === 'clients' || name.startsWith('param:'),
  )
  const sign = table.better === 'lower' ? -1 : 1
  const sorted = isOrdered ? shown : shown.toSorted((a, b) => sign * (meanLog(a) - meanLog(b)))
  return {
    table: {
      ...table,
      columns: withoutShared(grid.columnDimensions, drawn),
      groups: [{ name: null, rows: sorted, summaries: [] }],
    },
    shown: shown.length,
    of: measured.length,
  }
}

/** Columns named without the values that all share, such as the config of machines that nobody stated. */
function withoutShared(dimensions: readonly DimensionName[], columns: readonly GridColumn[]): readonly GridColumn[] {
  const varies = dimensions.map((_, at) => columns.some(({ values }) => values[at] !== columns[0]?.values[at]))
  if (!varies.includes(true)) return columns
  const named = dimensions.filter((_, at) => varies[at])
  return columns.map((column) => ({
    ...column,
    label: axisLabel(
      named,
      column.values.filter((_, at) => varies[at]),
    ),
  }))
}

const meanLog = ({ cells }: GridRow): number =>
  cells.reduce((sum, cell) => sum + logOf(cell), 0) / Math.max(1, cells.length)
