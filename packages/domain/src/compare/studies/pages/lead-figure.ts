import type { ChartModel, ChartPoint, ChartSeries } from '../../../publish/chart/chart-model.ts'
import { paretoFront } from '../../../stats/pareto-front.ts'
import { SIGNALS } from '../../explain/signals.ts'
import { formatRatio } from '../../format-cell.ts'
import type { Cell, Grid, GridRow, GridTable } from '../../grid.ts'
import { comparedTablesOnly } from './compared-tables.ts'
import { gridCharts } from './grid-charts.ts'
import { repeatStrips } from './repeat-strips.ts'
import type { StudyElement } from './study-page.ts'

/** The figure with which a study begins, and the other elements of the page. */
type LedPage = { models: readonly ChartModel[]; parts: readonly StudyElement[] }

/**
 * Returns the figure that answers the question of a study: its first charts, which leave their place, or a chart of its
 * first tables. Shared copies of the page have its elements and not this figure.
 */
export function leadFigure(parts: readonly StudyElement[]): LedPage {
  const moved = withoutFirstCharts(parts)
  if (moved !== null) return moved
  const metrics = parts.flatMap((part) => (part.kind === 'metrics' ? [part] : []))
  if (metrics.length > 0)
    return { models: present(recallChart(metrics) ?? costChart(metrics) ?? ratesChart(metrics)), parts }
  const grid = firstGrid(parts)
  if (grid === null) return { models: [], parts }
  const isOfRepeats = grid.columnDimensions.includes('repeat') || grid.rowDimensions.includes('repeat')
  if (!isOfRepeats) return { models: gridCharts(grid).map(withTitle), parts }
  return { models: [...present(repeatStrips(grid)), ...present(repeatsChart(grid))], parts: comparedTablesOnly(parts) }
}

/** A table without a name has that of its metric, which does not say what its chart shows. */
export function withTitle(model: ChartModel): ChartModel {
  const [, base] = model.y.label.startsWith(`${model.title} relative to `) ? model.y.label.split(' relative to ') : []
  return base === undefined ? model : { ...model, title: `Ratio of each ${model.x.label || 'result'} to ${base}` }
}

const present = (model: ChartModel | null): ChartModel[] => (model === null ? [] : [model])

/** Takes the first charts out of the elements; null when there are none. A section that is then empty is left out. */
function withoutFirstCharts(parts: readonly StudyElement[]): LedPage | null {
  for (const [at, part] of parts.entries()) {
    if (part.kind === 'charts') return { models: part.models, parts: parts.toSpliced(at, 1) }
    const inner = part.kind === 'section' ? withoutFirstCharts(part.parts) : null
    if (part.kind === 'section' && inner !== null) {
      const rest = inner.parts.length === 0 ? [] : [{ ...part, parts: inner.parts }]
      return { models: inner.models, parts: parts.toSpliced(at, 1, ...rest) }
    }
  }
  return null
}

function firstGrid(parts: readonly StudyElement[]): Grid | null {
  for (const part of parts) {
    if (part.kind === 'grid' && part.grid.show !== 'absolute') return part.grid
    const inner = part.kind === 'section' ? firstGrid(part.parts) : null
    if (inner !== null) return inner
  }
  return null
}

/** Edges of the bars of a histogram of ratios, as changes from 1. */
const EDGES = [-0.1, -0.05, -0.02, -0.01, 0.01, 0.02, 0.05, 0.1] as const
/** Fewer pairs are read from the table. */
const MIN_PAIRS = 5

/** How far later repeats are from the first: a histogram of their ratios. */
function repeatsChart({ tables }: Grid): ChartModel | null {
  const ratios = tables.flatMap(({ groups }) =>
    groups.flatMap(({ rows }) =>
      rows.flatMap(({ cells }) => cells.flatMap(({ isBase, ratio }) => (isBase || ratio === null ? [] : [ratio]))),
    ),
  )
  if (ratios.length < MIN_PAIRS) return null
  const counts = [...EDGES, null].map((edge, at) => {
    const low = EDGES[at - 1]
    return ratios.filter((ratio) => (low === undefined || ratio > 1 + low) && (edge === null || ratio <= 1 + edge))
      .length
  })
  const close = ratios.filter((ratio) => Math.max(ratio, 1 / ratio) <= 1.01).length
  return {
    id: 'lead',
    title: 'Later repeats vs the first',
    summary: `${close} of ${ratios.length} repeats are within 1% of the first.`,
    draw: 'bar',
    x: { kind: 'ordered', label: 'difference', places: NAMES.map((name) => ({ name })) },
    y: { label: 'repeats', unit: '', better: 'neither', format: 'value' },
    series: [
      {
        name: 'repeats',
        color: 1,
        points: counts.map((y, x) => ({ x, y, tone: x === MIDDLE ? 'plain' : x < MIDDLE ? 'worse' : 'better' })),
      },
    ],
  }
}

const percent = (change: number) => `${change > 0 ? '+' : '−'}${Math.abs(Math.round(change * 100))}%`

/** Names of the bars: below −10%, −10% to −5% and so on. */
const NAMES = [...EDGES, null].map((edge, at) => {
  const low = EDGES[at - 1]
  if (low === undefined) return `below ${percent(EDGES[0])}`
  return edge === null ? `above ${percent(low)}` : `${percent(low)} to ${percent(edge)}`
})
const MIDDLE = NAMES.indexOf(`${percent(-0.01)} to ${percent(0.01)}`)

type Metrics = Extract<StudyElement, { kind: 'metrics' }>

/** Throughput vs CPU per operation of the newest row of each test, both relative to the base. */
function costChart(parts: readonly Metrics[]): ChartModel | null {
  const spots = parts.flatMap(({ title, grid }) => {
    const [table] = grid.tables
    const row = table?.groups.flatMap(({ rows }) => rows).findLast(({ isBase }) => !isBase)
    const spot = table === undefined || row === undefined ? null : spotOf(table, row)
    return spot === null ? [] : [{ title, row: row?.label ?? '', ...spot }]
  })
  if (spots.length < 2) return null
  const cheaper = spots.filter(({ cpu }) => cpu < 1).length
  const points = spots
    .toSorted((a, b) => a.cpu - b.cpu)
    .map(
      ({ title, row, cpu, rate }): ChartPoint => ({
        x: cpu,
        y: rate,
        detail: `${title}, ${row}: CPU ${formatRatio(cpu)}`,
      }),
    )
  return {
    id: 'lead',
    title: 'Throughput vs CPU per operation',
    summary: `Newest row of ${spots.length} tables: ${cheaper} use less CPU per operation than the base, ${spots.length - cheaper} do not.`,
    draw: 'scatter',
    x: { kind: 'number', label: 'CPU per operation, relative', unit: '' },
    y: { label: 'throughput, relative', unit: '', better: 'higher', format: 'ratio' },
    marks: [
      { axis: 'x', at: 1, label: '' },
      { axis: 'y', at: 1, label: 'base' },
    ],
    series: [{ name: 'tests', color: 1, points }, frontSeries(points, 'lower')],
  }
}

/** The points that no other point beats, as a line that is not measured itself. */
const frontSeries = (points: readonly ChartPoint[], better: 'lower' | 'higher'): ChartSeries => ({
  ...{ name: 'Pareto front', color: 4, dashed: true },
  points: paretoFront(
    points.flatMap(({ x, y }) => (y === null ? [] : [{ x, y }])),
    { x: better },
  ),
})

/** Queries per second vs recall of every row, where a search may be inexact. */
function recallChart(parts: readonly Metrics[]): ChartModel | null {
  const points = parts.flatMap(({ title, grid }) =>
    grid.tables.flatMap(({ columns, groups }) => {
      const recallAt = columns.findIndex(({ values }) => values[0] === RECALL)
      return groups.flatMap(({ rows }) =>
        rows.flatMap(({ label, cells }): ChartPoint[] => {
          const [rate, recall] = [cells[0]?.value ?? null, cells[recallAt]?.value ?? null]
          return rate === null || recall === null ? [] : [{ x: recall, y: rate, detail: `${title}, ${label}` }]
        }),
      )
    }),
  )
  if (points.length < 2) return null
  const front = frontSeries(points, 'higher')
  return {
    id: 'lead',
    title: 'Throughput vs recall',
    summary: `${front.points.length} of ${points.length} results are on the Pareto front: no other one has more throughput at the same recall or better.`,
    draw: 'scatter',
    x: { kind: 'number', label: RECALL, unit: '' },
    y: { label: 'throughput', unit: 'queries/s', better: 'higher', format: 'value', start: 'near' },
    series: [{ name: 'results', color: 1, points: points.toSorted((a, b) => a.x - b.x) }, front],
  }
}

const RECALL = 'recall'

/** Throughput of the newest row of each test, where no CPU was measured. */
function ratesChart(parts: readonly Metrics[]): ChartModel | null {
  const newest = parts.flatMap(({ title, grid }) => {
    const row = grid.tables[0]?.groups.flatMap(({ rows }) => rows).findLast(({ isBase }) => !isBase)
    const rate = positive(row?.cells[0])
    return row === undefined || rate === null ? [] : [{ name: `${title}, ${row.label}`, rate }]
  })
  if (newest.length < 2) return null
  const sorted = newest.toSorted((a, b) => a.rate - b.rate).slice(0, MAX_ROWS)
  const lower = newest.filter(({ rate }) => rate < 1).length
  return {
    id: 'lead',
    title: 'Throughput of the newest row of each table',
    summary: `${lower} of ${newest.length} are below their base; no CPU was measured with them.`,
    draw: 'rows',
    x: { kind: 'ordered', label: 'test', places: sorted.map(({ name }) => ({ name })) },
    y: { label: 'throughput, relative', unit: '', better: 'higher', format: 'ratio' },
    marks: [{ axis: 'y', at: 1, label: 'base' }],
    series: [{ name: 'throughput', color: 1, points: sorted.map(({ rate }, x) => ({ x, y: rate })) }],
    ...(newest.length > MAX_ROWS ? { left: `The lowest ${MAX_ROWS} of ${newest.length} are drawn.` } : {}),
  }
}

/** Bars that fit on the first screen. */
const MAX_ROWS = 12

function spotOf({ columns }: GridTable, { cells }: GridRow): { cpu: number; rate: number } | null {
  const names = columns.map(({ values }) => values[0] ?? '')
  const cpuAt = SIGNALS.cpu.metrics.map((name) => names.indexOf(name)).find((at) => at > 0) ?? -1
  const [rate, cpu] = [positive(cells[0]), positive(cells[cpuAt])]
  return rate === null || cpu === null ? null : { cpu, rate }
}

const positive = (cell: Cell | undefined): number | null => (cell?.ratio != null && cell.ratio > 0 ? cell.ratio : null)
