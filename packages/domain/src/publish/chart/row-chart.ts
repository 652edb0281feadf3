import { dimensionWord } from '../../compare/axis-label.ts'
import { changeBand } from '../../compare/change-band.ts'
import type { DimensionName } from '../../compare/dimension.ts'
import type { Cell, Grid, GridRow, GridTable } from '../../compare/grid.ts'
import { cellNote } from './cell-note.ts'
import { type ChartModel, type ChartPoint, type ChartSeries, SERIES_COLORS, type XValue } from './chart-model.ts'
import { formatChartValue } from './format-chart-value.ts'
import { releaseNote } from './release-dates.ts'

/** Minimum numeric x values for a line instead of bars. */
const LINE_FROM = 3
/** Maximum bars or lines that can be distinguished; the table has all of them. */
const MAX_BARS = 60
const MAX_LINES = SERIES_COLORS

/** The chart of one row: lines over the last column dimension if it is numeric, otherwise bars. */
export function rowChart(grid: Grid, table: GridTable, row: GridRow): ChartModel {
  const numeric = numericAxis(grid, table)
  const drawn = numeric === null ? bars(grid, table, row) : lines(grid, { table, row, numeric })
  const isRatio = drawsRatio(grid)
  return {
    id: 'row',
    title: [row.label, table.key.label].filter((part) => part !== '').join(' · '),
    summary: [summarize(grid, table, row), ...notesOf(table, row)].join(' '),
    y: {
      label: isRatio ? `relative to ${table.baseLabel ?? 'the base'}` : (row.cells[0]?.metric ?? table.metric),
      unit: isRatio ? '' : (row.cells[0]?.unit ?? table.unit),
      better: row.cells[0]?.better ?? table.better,
      format: isRatio ? 'ratio' : 'value',
    },
    ...(isRatio ? { marks: [{ axis: 'y' as const, at: 1, label: '' }] } : {}),
    ...drawn,
  }
}

function summarize(grid: Grid, table: GridTable, row: GridRow): string {
  const format = (value: number) => formatChartValue(value, drawsRatio(grid) ? 'ratio' : 'value')
  const known = row.cells.flatMap((cell, index) => {
    const value = drawnValue(cell, grid)
    return value === null ? [] : [{ value, label: table.columns[index]?.label ?? '' }]
  })
  const [first] = known
  if (first === undefined) return 'Every value of this row is missing.'
  const lowest = known.reduce((a, b) => (b.value < a.value ? b : a), first)
  const highest = known.reduce((a, b) => (b.value > a.value ? b : a), first)
  const missing = row.cells.length - known.length
  const gaps = missing === 0 ? '' : `; ${missing} missing`
  if (lowest.value === highest.value) return `${format(lowest.value)} everywhere${gaps}.`
  return `From ${format(lowest.value)} (${lowest.label}) to ${format(highest.value)} (${highest.label})${gaps}.`
}

/** People's notes on the drawn results, without repetitions, with the columns that they concern. */
function notesOf(table: GridTable, row: GridRow): string[] {
  const noted = row.cells.flatMap((cell, index) => {
    const { note } = cellNote(cell)
    return note === undefined ? [] : [{ note, label: table.columns[index]?.label ?? '' }]
  })
  return [...Map.groupBy(noted, ({ note }) => note)].map(
    ([note, those]) => `${those.map(({ label }) => label).join(', ')}: ${note}`,
  )
}

type Drawn = Pick<ChartModel, 'draw' | 'x' | 'series' | 'left'>

function bars(grid: Grid, table: GridTable, row: GridRow): Drawn {
  const cells = row.cells.slice(0, MAX_BARS)
  const points = cells.map((cell, x): ChartPoint => {
    const isBase = table.columns[x]?.isBase ?? false
    const band = changeBand(cell)
    const tone = isBase ? 'base' : band === 'worse' || band === 'better' ? band : 'plain'
    const detail = cell.value === null ? 'missing' : `${formatChartValue(cell.value, 'value')} ${cell.unit}`
    return { x, y: drawnValue(cell, grid), tone, ...(drawsRatio(grid) ? { detail } : {}), ...cellNote(cell) }
  })
  return {
    draw: 'bar',
    x: {
      kind: 'ordered',
      label: grid.columnDimensions.map(dimensionWord).join(', '),
      places: xValuesOf(grid, table).slice(0, MAX_BARS),
    },
    series: [{ name: row.label, color: 1, points }],
    ...(row.cells.length > MAX_BARS ? { left: `${MAX_BARS} of ${row.cells.length} shown` } : {}),
  }
}

type Lines = { table: GridTable; row: GridRow; numeric: { at: number; dimension: DimensionName } }

function lines(grid: Grid, { table, row, numeric }: Lines): Drawn {
  const byName = new Map<string, ChartPoint[]>()
  for (const [index, { values }] of table.columns.entries()) {
    const cell = row.cells[index]
    if (cell === undefined) continue
    const name = values.filter((_, at) => at !== numeric.at).join(' ') || 'this row'
    const points = byName.get(name) ?? []
    byName.set(name, points)
    points.push({ x: Number(values[numeric.at]), y: drawnValue(cell, grid), ...cellNote(cell) })
  }
  const series = [...byName].map(([name, points], position): ChartSeries => {
    return { name, color: (position % MAX_LINES) + 1, points: points.sort((a, b) => a.x - b.x) }
  })
  return {
    draw: 'line',
    x: { kind: 'number', label: dimensionWord(numeric.dimension), unit: '' },
    series: series.slice(0, MAX_LINES),
    ...(series.length > MAX_LINES ? { left: `${MAX_LINES} of ${series.length} shown` } : {}),
  }
}

/** Labels of columns without the values that all share, because bars have little room; versions with release dates. */
function xValuesOf(grid: Grid, { columns }: GridTable): XValue[] {
  const first = columns[0]?.values ?? []
  const varies = first.map((value, at) => columns.some(({ values }) => values[at] !== value))
  const [product, version] = [grid.columnDimensions.indexOf('product'), grid.columnDimensions.indexOf('version')]
  return columns.map(({ label, values }) => ({
    name: varies.includes(true) ? values.filter((_, at) => varies[at]).join(' ') : label,
    ...releaseNote(values[product] ?? '', values[version] ?? ''),
  }))
}

/** The last column dimension, if all its values are numbers and there are at least LINE_FROM of them. */
function numericAxis(grid: Grid, table: GridTable): { at: number; dimension: DimensionName } | null {
  const at = grid.columnDimensions.length - 1
  const dimension = grid.columnDimensions[at]
  if (dimension === undefined || !(dimension === 'clients' || dimension.startsWith('param:'))) return null
  const numbers = table.columns.map(({ values }) => values[at] ?? '')
  if (numbers.some((value) => value === '' || !Number.isFinite(Number(value)))) return null
  return new Set(numbers).size >= LINE_FROM ? { at, dimension } : null
}

/** Charts show ratios unless the table shows only absolute values. */
const drawsRatio = ({ show }: Grid) => show !== 'absolute'

const drawnValue = (cell: Cell, grid: Grid): number | null => (drawsRatio(grid) ? cell.ratio : cell.value)
