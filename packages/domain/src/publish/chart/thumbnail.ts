import type { Comparison } from '../../compare/comparison.ts'
import type { Cell, Grid, GridTable } from '../../compare/grid.ts'
import { isPair, type PairMark, type PairTable, pairTables } from '../../compare/pairs/pair-table.ts'
import { gridCharts } from '../../compare/studies/pages/grid-charts.ts'
import { sweepCharts } from '../../compare/studies/sweep/sweep-charts.ts'
import type { ChartModel } from './chart-model.ts'

/** The lead figure of a comparison for a list of pages, with hardly any text. */
export type Thumbnail =
  /** The newest candidate of two to four versions: a dot for each test, slowest first. */
  | { kind: 'dots'; dots: readonly PairMark[]; scale: PairTable['scale'] }
  /** A heat map of more columns than lines can show. */
  | { kind: 'cells'; rows: readonly (readonly Cell[])[]; from: string; to: string }
  /** Lines or bars. */
  | { kind: 'chart'; chart: ChartModel }

/** Tables with more columns are heat maps, as on the page. */
const MAX_CHART_COLUMNS = 12
/** Bars of more candidates cannot be told apart; a heat map has a column for each. */
const MAX_BAR_SERIES = 3
const MAX_CELL_ROWS = 24
const MAX_CELL_COLUMNS = 32
const MAX_BARS = 12

/** Returns the figure with which the page of a comparison begins; null where nothing was measured. */
export function thumbnailOf(grid: Grid, comparison: Comparison): Thumbnail | null {
  const dots = isPair(comparison) ? dotsOf(pairTables(grid, null) ?? []) : null
  if (dots !== null) return dots
  const wide = grid.tables.find(({ columns }) => columns.length > MAX_CHART_COLUMNS)
  if (wide !== undefined && grid.show !== 'absolute') return cellsOf(wide)
  const charts = grid.show === 'absolute' ? sweepCharts({ ...grid, tables: grid.tables.slice(0, 1) }) : gridCharts(grid)
  const [chart] = (barsOfOnePosition(charts) ?? charts).toSorted((a, b) => pointCount(b) - pointCount(a))
  const [largest] = grid.tables.toSorted((a, b) => rowCount(b) - rowCount(a))
  const isCrowded = chart?.draw === 'rows' && chart.series.length > MAX_BAR_SERIES
  if (isCrowded && largest !== undefined && grid.show !== 'absolute') return cellsOf(largest)
  if (chart !== undefined) return { kind: 'chart', chart: chart.draw === 'rows' ? firstBars(chart) : chart }
  const [first] = grid.tables
  return first === undefined ? null : cellsOf(first)
}

const rowCount = ({ groups }: GridTable): number => groups.reduce((sum, { rows }) => sum + rows.length, 0)

const pointCount = ({ series }: ChartModel): number =>
  series.reduce((sum, { points }) => sum + points.filter(({ y }) => y !== null).length, 0)

function dotsOf(tables: readonly PairTable[]): Thumbnail | null {
  const [largest] = tables.map((table) => ({ table, marks: marksOf(table) })).toSorted(byMarks)
  if (largest === undefined || largest.marks.length === 0) return null
  const dots = largest.marks.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0))
  return { kind: 'dots', dots, scale: largest.table.scale }
}

const byMarks = (a: { marks: readonly PairMark[] }, b: { marks: readonly PairMark[] }) =>
  b.marks.length - a.marks.length

const marksOf = ({ groups }: PairTable): PairMark[] =>
  groups.flatMap(({ rows }) => rows.flatMap(({ marks }) => marks.slice(-1))).filter(({ at }) => at !== null)

function cellsOf({ columns, groups }: GridTable): Thumbnail {
  const newest = columns.slice(-MAX_CELL_COLUMNS)
  const rows = groups.flatMap((group) => group.rows).map(({ cells }) => cells.slice(-MAX_CELL_COLUMNS))
  const measured = rows.filter((cells) => cells.some(({ value }) => value !== null))
  return {
    kind: 'cells',
    rows: measured.slice(0, MAX_CELL_ROWS),
    from: newest[0]?.label ?? '',
    to: newest.at(-1)?.label ?? '',
  }
}

/** Lines over one version would be single points: one chart has their values as bars, a position for each test. */
function barsOfOnePosition(charts: readonly ChartModel[]): ChartModel[] | null {
  const [first] = charts
  const isSingle = charts.every(({ draw, x }) => draw === 'line' && x.kind === 'ordered' && x.places.length === 1)
  if (first === undefined || first.x.kind !== 'ordered' || !isSingle) return null
  const firstValue = ({ series }: ChartModel, name: string) =>
    series.find((one) => one.name === name)?.points[0]?.y ?? null
  const series = first.series.map((one) => ({
    ...one,
    points: charts.map((chart, x) => ({ x, y: firstValue(chart, one.name) })),
  }))
  return [{ ...first, draw: 'rows', x: { ...first.x, places: charts.map(({ title }) => ({ name: title })) }, series }]
}

/** Bars that are thick enough to be seen. */
function firstBars(chart: ChartModel): ChartModel {
  if (chart.x.kind !== 'ordered') return chart
  return {
    ...chart,
    x: { ...chart.x, places: chart.x.places.slice(0, MAX_BARS) },
    series: chart.series.map((one) => ({ ...one, points: one.points.filter(({ x }) => x < MAX_BARS) })),
  }
}
