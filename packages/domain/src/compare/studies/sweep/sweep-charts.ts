import { cellNote } from '../../../publish/chart/cell-note.ts'
import {
  type ChartModel,
  type ChartPoint,
  type ChartXAxis,
  colorsOf,
  SERIES_COLORS,
} from '../../../publish/chart/chart-model.ts'
import { formatChartValue } from '../../../publish/chart/format-chart-value.ts'
import { dimensionWord } from '../../axis-label.ts'
import type { Cell, Grid, GridTable } from '../../grid.ts'

/** Maximum number of lines that can be distinguished; the table shows all values. */
const MAX_SERIES = SERIES_COLORS
/** Minimum ratio of the largest to the smallest number for a logarithmic axis. */
const LOG_FROM = 32

/** A table as lines: one dimension on the x axis, and a series for each key of the other axis. */
type Lines = { x: ChartXAxis; series: readonly { name: string; points: ChartPoint[] }[] }

/**
 * One chart for each table of a sweep. Numeric dimensions use a numeric axis with true distances, on rows or columns.
 * If neither axis is numeric, rows are bars.
 *
 * @param hrefOf returns the URL behind a cell.
 */
export function sweepCharts(grid: Grid, hrefOf?: (cell: Cell) => string | undefined): ChartModel[] {
  const names = grid.tables.flatMap((table) => linesOf(grid, table, hrefOf).series.map(({ name }) => name))
  const colorOf = colorsOf(names)
  return grid.tables.map((table, i) => {
    const { x, series } = linesOf(grid, table, hrefOf)
    const shown = series.slice(0, MAX_SERIES)
    const isRatio = grid.show !== 'absolute'
    return {
      id: `sweep-${i}`,
      title: table.key.label || table.metric,
      summary: summarize(x, series, isRatio),
      draw: x.kind !== 'ordered' ? 'line' : grid.rowDimensions.includes('version') ? 'line' : 'rows',
      x,
      y: {
        label: isRatio ? `${table.metric} relative to ${table.baseLabel ?? 'the base'}` : table.metric,
        unit: isRatio ? '' : table.unit,
        better: table.better,
        format: isRatio ? 'ratio' : 'value',
      },
      series: shown.map(({ name, points }) => ({ name, color: colorOf(name), points })),
      ...(isRatio ? { marks: [{ axis: 'y' as const, at: 1, label: '' }] } : {}),
      ...(series.length > MAX_SERIES ? { left: `${MAX_SERIES} of ${series.length} series are shown.` } : {}),
    }
  })
}

function linesOf(grid: Grid, table: GridTable, hrefOf?: (cell: Cell) => string | undefined): Lines {
  const rows = table.groups.flatMap((group) => group.rows)
  const rowNumbers = numbersOf(grid.rowDimensions, rows)
  const columnNumbers = numbersOf(grid.columnDimensions, table.columns)
  const pointAt = (x: number, cell: Cell | undefined): ChartPoint => {
    const y = cell === undefined ? null : grid.show === 'absolute' ? cell.value : cell.ratio
    const href = cell && hrefOf?.(cell)
    return { x, y, ...(href === undefined ? {} : { href }), ...(cell === undefined ? {} : cellNote(cell)) }
  }
  if (columnNumbers !== null && (rowNumbers === null || columnNumbers.length > rowNumbers.length)) {
    const series = rows.map(({ label, cells }) => ({
      name: label,
      points: columnNumbers.map((x, column) => pointAt(x, cells[column])).sort(byX),
    }))
    return { x: numberAxis(grid.columnDimensions, columnNumbers), series }
  }
  const positions = rowNumbers ?? rows.map((_, i) => i)
  const series = table.columns.map(({ label }, column) => ({
    name: label,
    points: rows.map(({ cells }, row) => pointAt(positions[row] ?? row, cells[column])).sort(byX),
  }))
  if (rowNumbers !== null) return { x: numberAxis(grid.rowDimensions, rowNumbers), series }
  const label = grid.rowDimensions.map(dimensionWord).join(', ')
  return { x: { kind: 'ordered', label, places: rows.map((row) => ({ name: row.label })) }, series }
}

/** The numbers of an axis with one dimension; null if a value is not a number or there are fewer than two. */
function numbersOf(dimensions: Grid['rowDimensions'], keys: readonly { values: readonly string[] }[]): number[] | null {
  const [dimension, ...others] = dimensions
  if (dimension === undefined || others.length > 0 || keys.length < 2) return null
  if (dimension !== 'clients' && !dimension.startsWith('param:')) return null
  const numbers = keys.map(({ values: [value = ''] }) => (value === '' ? Number.NaN : Number(value)))
  return numbers.every((number) => Number.isFinite(number)) ? numbers : null
}

function numberAxis(dimensions: Grid['rowDimensions'], numbers: readonly number[]): ChartXAxis {
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)]
  const label = dimensions.map(dimensionWord).join(', ')
  return { kind: low > 0 && high / low >= LOG_FROM ? 'log' : 'number', label, unit: '' }
}

const byX = (a: ChartPoint, b: ChartPoint) => a.x - b.x

function summarize(x: ChartXAxis, series: Lines['series'], isRatio: boolean): string {
  const format = (value: number) => formatChartValue(value, isRatio ? 'ratio' : 'value')
  const nameOf = (index: number) => (x.kind === 'ordered' ? (x.places[index]?.name ?? '') : `${x.label} ${index}`)
  const all = series.flatMap(({ name, points }) =>
    points.flatMap((point) => (point.y === null ? [] : [{ value: point.y, at: `${nameOf(point.x)}, ${name}` }])),
  )
  const [first] = all
  if (first === undefined) return 'Every value of this table is missing.'
  const low = all.reduce((a, b) => (b.value < a.value ? b : a), first)
  const high = all.reduce((a, b) => (b.value > a.value ? b : a), first)
  if (low.value === high.value) return `${format(low.value)} everywhere.`
  return `From ${format(low.value)} (${low.at}) to ${format(high.value)} (${high.at}).`
}
