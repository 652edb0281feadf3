import type { PairMark } from '@assay/domain/compare/pairs/pair-table'
import type { ChartModel } from '@assay/domain/publish/chart/chart-model'
import { formatChartValue } from '@assay/domain/publish/chart/format-chart-value'
import type { Thumbnail } from '@assay/domain/publish/chart/thumbnail'
import { seriesToken } from '../scales/chart-marks.ts'
import type { FigureTheme } from '../scales/figure-theme.ts'
import { niceTicks } from '../scales/nice-ticks.ts'
import { usualStart, valueAxis } from '../scales/value-axis.ts'
import { type FigurePen, figurePen, fitText } from './figure-svg.ts'
import { heatColors } from './grid-figure.ts'
import { verdictColor } from './pair-figure.ts'

const WIDTH = 320
const HEIGHT = 128
/** The plot, with room for a line of labels below it. */
const PLOT = { left: 12, right: WIDTH - 12, top: 10, bottom: HEIGHT - 24 }
const LABEL_Y = HEIGHT - 8
const LABEL = { size: 12, color: 'ink-faint' } as const
/** Room on the left for the values of the axis of a chart. */
const VALUES = 36

/** Draws the lead figure of a comparison as a small picture. */
export function thumbnailFigure(thumbnail: Thumbnail | null, label: string, theme: FigureTheme): string {
  const pen = figurePen(theme)
  if (thumbnail?.kind === 'dots') drawDots(pen, thumbnail)
  if (thumbnail?.kind === 'cells') drawCells(pen, thumbnail)
  if (thumbnail?.kind === 'chart' && thumbnail.chart.draw === 'rows') drawBars(pen, thumbnail.chart)
  if (thumbnail?.kind === 'chart' && thumbnail.chart.draw !== 'rows') drawLines(pen, thumbnail.chart)
  return pen.finish({ width: WIDTH, height: HEIGHT }, label)
}

const across = (at: number) => PLOT.left + at * (PLOT.right - PLOT.left)

function drawDots(pen: FigurePen, { dots, scale }: Extract<Thumbnail, { kind: 'dots' }>): void {
  const { from, to } = scale.band
  pen.rect({ x: across(from), y: PLOT.top, width: across(to) - across(from), height: PLOT.bottom - PLOT.top }, 'hover')
  for (const { ratio, at } of scale.ticks) {
    const isBase = ratio === 1
    const ends = [PLOT.top, PLOT.bottom].map((y) => ({ x: across(at), y })) as [Spot, Spot]
    pen.line(...ends, isBase ? 'line-strong' : 'line')
    pen.text({ x: across(at), y: LABEL_Y }, ratio.toFixed(1), {
      ...LABEL,
      anchor: 'middle',
      weight: isBase ? 650 : 400,
    })
  }
  const row = (PLOT.bottom - PLOT.top) / dots.length
  for (const [index, dot] of dots.entries()) drawDot(pen, dot, PLOT.top + (index + 0.5) * row)
}

type Spot = { x: number; y: number }

function drawDot(pen: FigurePen, { at, from, to, state }: PairMark, y: number): void {
  if (at === null) return
  const color = verdictColor(state, 'ink-faint')
  if (from !== null && to !== null) pen.line({ x: across(from), y }, { x: across(to), y }, color)
  if (state === 'inconclusive') pen.circle({ x: across(at), y }, 2, 'surface', 'ink-faint')
  else pen.circle({ x: across(at), y }, state === 'regression' || state === 'improvement' ? 3 : 2, color)
}

function drawCells(pen: FigurePen, { rows, from, to }: Extract<Thumbnail, { kind: 'cells' }>): void {
  const columns = Math.max(1, ...rows.map((cells) => cells.length))
  const width = (PLOT.right - PLOT.left) / columns
  const height = Math.min(14, (PLOT.bottom - PLOT.top) / Math.max(1, rows.length))
  for (const [row, cells] of rows.entries()) {
    for (const [column, cell] of cells.entries()) {
      const { fill, stroke } = heatColors(cell)
      const at = { x: PLOT.left + column * width + 0.5, y: PLOT.top + row * height + 0.5 }
      if (fill !== null) pen.rect({ ...at, width: width - 1, height: height - 1 }, fill, stroke)
    }
  }
  drawEnds(pen, from, to, PLOT.left)
}

/** The names of the first and the last position below the plot. */
function drawEnds(pen: FigurePen, from: string, to: string, left: number): void {
  const room = (PLOT.right - left) / 2 - 8
  pen.text({ x: left, y: LABEL_Y }, fitText(from, room), LABEL)
  pen.text({ x: PLOT.right, y: LABEL_Y }, fitText(to, room), { ...LABEL, anchor: 'end' })
}

function drawLines(pen: FigurePen, model: ChartModel): void {
  const left = PLOT.left + VALUES
  const start = usualStart(model)
  const ticks = valueAxis(model, start)
  const scale = start === 'log' ? Math.log : (value: number) => value
  const [low, high] = [scale(ticks[0] ?? 0), scale(ticks.at(-1) ?? 1)]
  const up = (value: number) => PLOT.bottom - ((scale(value) - low) / (high - low || 1)) * (PLOT.bottom - PLOT.top)
  const at = positionsOf(model, left)
  for (const tick of [ticks[0], ticks.at(-1)]) {
    if (tick === undefined) continue
    pen.line({ x: left, y: up(tick) }, { x: PLOT.right, y: up(tick) }, 'line')
    pen.text({ x: left - 6, y: up(tick) + 4 }, formatChartValue(tick, model.y.format), { ...LABEL, anchor: 'end' })
  }
  for (const mark of model.marks ?? [])
    if (mark.axis === 'y') pen.line({ x: left, y: up(mark.at) }, { x: PLOT.right, y: up(mark.at) }, 'line-strong')
  for (const series of model.series) {
    const color = seriesToken(series)
    const spots = series.points.map(({ x, y }) => (y === null ? null : { x: at(x), y: up(y) }))
    for (const [index, spot] of spots.entries()) {
      const next = spots[index + 1]
      if (spot !== null && next != null && model.draw === 'line') pen.line(spot, next, color, 1.5)
      if (spot !== null && (model.draw !== 'line' || spots.length <= 12)) pen.circle(spot, 2, color)
    }
  }
  const { x } = model
  const ends = x.kind === 'ordered' ? x.places.map(({ name }) => name) : numbersOf(model).map(String)
  drawEnds(pen, ends[0] ?? '', ends.at(-1) ?? '', left)
}

const numbersOf = ({ series }: ChartModel): number[] =>
  [...new Set(series.flatMap(({ points }) => points.map(({ x }) => x)))].sort((a, b) => a - b)

function positionsOf(model: ChartModel, left: number): (x: number) => number {
  const { x } = model
  const numbers = numbersOf(model)
  const scale = x.kind === 'log' || x.kind === 'nines' ? Math.log : (value: number) => value
  const [low, high] =
    x.kind === 'ordered' ? [0, x.places.length - 1] : [scale(numbers[0] ?? 0), scale(numbers.at(-1) ?? 1)]
  return (value) => left + 4 + ((scale(value) - low) / (high - low || 1)) * (PLOT.right - left - 8)
}

/** Horizontal bars of each position, from the base where there is one, because the change is what a small picture shows. */
function drawBars(pen: FigurePen, model: ChartModel): void {
  const count = model.x.kind === 'ordered' ? model.x.places.length : 0
  const base = (model.marks ?? []).find(({ axis }) => axis === 'y')?.at ?? 0
  const values = model.series.flatMap(({ points }) => points.flatMap(({ y }) => y ?? []))
  const ticks = niceTicks(Math.min(base, ...values), Math.max(base, ...values))
  const [low, high] = [ticks[0] ?? 0, ticks.at(-1) ?? 1]
  const at = (value: number) => across((value - low) / (high - low || 1))
  const row = (PLOT.bottom - PLOT.top) / Math.max(1, count)
  const thickness = Math.max(1.5, (row - 2) / model.series.length)
  for (const [index, series] of model.series.entries()) {
    for (const { x, y } of series.points) {
      if (y === null) continue
      const top = PLOT.top + x * row + index * thickness
      const box = { x: Math.min(at(base), at(y)), y: top, width: Math.abs(at(y) - at(base)), height: thickness * 0.85 }
      pen.rect(box, seriesToken(series))
    }
  }
  pen.line({ x: at(base), y: PLOT.top }, { x: at(base), y: PLOT.bottom }, 'ink-faint')
  for (const value of [low, high]) {
    const anchor = value === low ? 'start' : 'end'
    pen.text({ x: at(value), y: LABEL_Y }, formatChartValue(value, model.y.format), { ...LABEL, anchor })
  }
}
