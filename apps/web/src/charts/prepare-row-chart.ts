import { cellNote } from '@assay/domain/chart/cell-note'
import { niceTicks } from '@assay/domain/chart/nice-ticks'
import type { DimensionName } from '@assay/domain/compare/dimension'
import type { Band, Cell, Grid, GridRow, GridTable } from '@assay/domain/compare/grid'
import { formatMetricValue } from '../ui/format-metric-value.ts'

/** From this many numbers on an axis a line says more than bars. */
const LINE_FROM = 3
/** More bars or lines than this cannot be told apart; the table has all of them. */
const MOST_BARS = 60
const MOST_LINES = 6

export type Bar = { name: string; value: number | null; band: Band; isBase: boolean; from: string }
export type LineSeries = { key: string; name: string; color: string }

type Common = {
  title: string
  /** What the vertical axis is. */
  unit: string
  summary: string
  /** Where 1.00 is drawn; null for absolute values. */
  baseAt: 1 | null
  /** Round numbers of the vertical axis; the first and the last are its ends. */
  ticks: number[]
  /** `12 of 40 shown`, null when all are. */
  left: string | null
}

export type RowChartModel =
  | (Common & { kind: 'bars'; bars: Bar[] })
  | (Common & {
      kind: 'lines'
      xName: string
      series: LineSeries[]
      /** One entry per number of the axis, in its order; series by key, null where missing. */
      points: ({ x: number } & Record<string, number | null>)[]
    })

/** The chart of one row: lines over the last column dimension when that is a number, bars otherwise. */
export function prepareRowChart(grid: Grid, table: GridTable, row: GridRow): RowChartModel {
  const numeric = numericAxis(grid, table)
  const common = prepareCommon(grid, table, row)
  return numeric === null ? bars(grid, table, row, common) : lines(grid, { table, row, numeric, common })
}

function prepareCommon(grid: Grid, table: GridTable, row: GridRow): Common {
  const drawn = row.cells.map((cell) => drawnValue(cell, grid))
  const known = drawn.filter((value) => value !== null)
  const unit = drawsRatio(grid) ? `relative to ${table.baseLabel ?? 'the base'}` : (row.cells[0]?.unit ?? table.unit)
  return {
    title: [row.label, table.key.label].filter((part) => part !== '').join(' · '),
    unit,
    summary: [summarise(grid, table, row), ...notesOf(table, row)].join(' '),
    baseAt: drawsRatio(grid) ? 1 : null,
    ticks: niceTicks(Math.min(0, ...known), Math.max(drawsRatio(grid) ? 1 : 0, ...known)),
    left: null,
  }
}

function summarise(grid: Grid, table: GridTable, row: GridRow): string {
  const format = drawsRatio(grid) ? (value: number) => value.toFixed(2) : formatMetricValue
  let lowest: { value: number; label: string } | undefined
  let highest: { value: number; label: string } | undefined
  let missing = 0
  for (const [index, cell] of row.cells.entries()) {
    const value = drawnValue(cell, grid)
    const label = table.columns[index]?.label ?? ''
    if (value === null) missing += 1
    else {
      if (lowest === undefined || value < lowest.value) lowest = { value, label }
      if (highest === undefined || value > highest.value) highest = { value, label }
    }
  }
  if (lowest === undefined || highest === undefined) return 'Every value of this row is missing.'
  const gaps = missing === 0 ? '' : `; ${missing} missing`
  if (lowest.value === highest.value) return `${format(lowest.value)} everywhere${gaps}.`
  return `From ${format(lowest.value)} (${lowest.label}) to ${format(highest.value)} (${highest.label})${gaps}.`
}

const noteOf = (cell: Cell): string | undefined => cellNote(cell).note

/** What people said of the results that are drawn, each note once, with the columns that it is about. */
function notesOf(table: GridTable, row: GridRow): string[] {
  const noted = row.cells.flatMap((cell, index) => {
    const note = noteOf(cell)
    return note === undefined ? [] : [{ note, label: table.columns[index]?.label ?? '' }]
  })
  return [...Map.groupBy(noted, ({ note }) => note)].map(
    ([note, those]) => `${those.map(({ label }) => label).join(', ')}: ${note}`,
  )
}

function bars(grid: Grid, table: GridTable, row: GridRow, common: Common): RowChartModel {
  const names = shortNames(table)
  const all = row.cells.map((cell, index): Bar => {
    const column = table.columns[index]
    return {
      name: names[index] ?? '',
      value: drawnValue(cell, grid),
      band: cell.band,
      isBase: column?.isBase ?? false,
      from: [cell.value === null ? 'missing' : `${formatMetricValue(cell.value)} ${cell.unit}`, noteOf(cell)]
        .filter((part) => part !== undefined)
        .join('. '),
    }
  })
  const left = all.length > MOST_BARS ? `${MOST_BARS} of ${all.length} shown` : null
  return { kind: 'bars', ...common, left, bars: all.slice(0, MOST_BARS) }
}

type Lines = { table: GridTable; row: GridRow; numeric: { at: number; dimension: DimensionName }; common: Common }

function lines(grid: Grid, { table, row, numeric, common }: Lines): RowChartModel {
  const series: LineSeries[] = []
  const keyOf = new Map<string, string>()
  const byX = new Map<number, { x: number } & Record<string, number | null>>()
  for (const [index, { values }] of table.columns.entries()) {
    const name = values.filter((_, at) => at !== numeric.at).join(' ') || 'this row'
    const key = keyOf.get(name) ?? `s${keyOf.size}`
    if (!keyOf.has(name)) {
      keyOf.set(name, key)
      series.push({ key, name, color: `var(--series-${(series.length % MOST_LINES) + 1})` })
    }
    const x = Number(values[numeric.at])
    const cell = row.cells[index]
    const point = byX.get(x) ?? { x }
    byX.set(x, { ...point, [key]: cell === undefined ? null : drawnValue(cell, grid) })
  }
  const points = [...byX.values()].sort((a, b) => a.x - b.x)
  const shown = series.slice(0, MOST_LINES)
  return {
    kind: 'lines',
    ...common,
    left: series.length > MOST_LINES ? `${MOST_LINES} of ${series.length} shown` : null,
    xName: numeric.dimension.replace('param:', ''),
    series: shown,
    points,
  }
}

/** Names of columns without what all of them share: under bars there is little room. */
function shortNames({ columns }: GridTable): string[] {
  const first = columns[0]?.values ?? []
  const varies = first.map((value, at) => columns.some(({ values }) => values[at] !== value))
  if (!varies.includes(true)) return columns.map(({ label }) => label)
  return columns.map(({ values }) => values.filter((_, at) => varies[at]).join(' '))
}

/** The last column dimension, when all its values are numbers and there are enough of them. */
function numericAxis(grid: Grid, table: GridTable): { at: number; dimension: DimensionName } | null {
  const at = grid.columnDimensions.length - 1
  const dimension = grid.columnDimensions[at]
  if (dimension === undefined || !(dimension === 'clients' || dimension.startsWith('param:'))) return null
  const numbers = table.columns.map(({ values }) => values[at] ?? '')
  if (numbers.some((value) => value === '' || !Number.isFinite(Number(value)))) return null
  return new Set(numbers).size >= LINE_FROM ? { at, dimension } : null
}

/** Charts draw what the table is about: ratios, unless only absolute values are shown. */
const drawsRatio = ({ show }: Grid) => show !== 'absolute'

const drawnValue = (cell: Cell, grid: Grid): number | null => (drawsRatio(grid) ? cell.ratio : cell.value)
