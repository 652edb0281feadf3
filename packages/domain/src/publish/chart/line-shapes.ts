import type { ChartModel, ChartPoint, ChartSeries } from './chart-model.ts'
import type { Box, ChartShapes, Dot, DrawnSize, Label, Line, Spot } from './chart-shapes.ts'
import { formatChartValue } from './format-chart-value.ts'
import { niceTicks } from './nice-ticks.ts'
import { ninesName, ninesTicks } from './percentile-charts.ts'
import {
  AREA,
  CHARACTER,
  charactersOf,
  cut,
  headWords,
  LINE,
  legendWords,
  MARK,
  SOFT,
  seriesFill,
  WIDTH,
  word,
} from './shape-words.ts'
import { thinPoints } from './thin-points.ts'
import { valueAxis } from './value-axis.ts'

const PLOT = 260
const LEFT = 76
const RIGHT = 24
const FOOT = 46
/** Maximum drawn points of a line, two per pixel; more would look the same. */
const MAX_DRAWN_POINTS = 1_200
/** Maximum points of a line with dots; above it, only points with notes have dots. */
const MAX_DOTS = 60
const MAX_TICKS = 12
const LONGEST_NAME = 24

/** Shapes of lines or scattered points, over numeric or ordered x values. */
export function lineShapes(model: ChartModel, { width = WIDTH }: DrawnSize = {}): ChartShapes {
  const { series, marks = [], areas = [] } = model
  const head = headWords(model, width)
  const legend = legendWords(series, { top: head.bottom, width })
  const plot = plotOf(model, { top: head.bottom + legend.height + 20, width })
  const { top, bottom, across, up } = plot
  const spot = (point: ChartPoint, value: number): Spot => ({ x: across.at(point.x), y: up(value) })
  const thinned = series.map((one): ChartSeries => ({ ...one, points: thinPoints(one.points, MAX_DRAWN_POINTS) }))
  return {
    width,
    height: bottom + FOOT,
    label: `${model.title}. ${model.summary}`,
    boxes: [...areas.map((area) => areaBox(area, plot)), ...legend.boxes],
    rules: marks
      .filter(isVertical)
      .map((mark) => ({ x: across.at(mark.at), top, bottom, color: MARK, isDashed: true })),
    lines: [
      ...levelLines(marks, plot),
      ...thinned.flatMap((one) => [...rangesOf(one, spot), ...(model.draw === 'scatter' ? [] : linesOf(one, spot))]),
    ],
    dots: thinned.flatMap((one) => dotsOf(one, spot, model.draw === 'scatter')),
    labels: [
      ...head.labels,
      ...legend.labels,
      ...axisLabels(model, plot),
      ...marks.flatMap((mark) => (mark.label === '' ? [] : [markLabel(mark, plot)])),
    ],
  }
}

type Area = NonNullable<ChartModel['areas']>[number]
type Mark = NonNullable<ChartModel['marks']>[number]

/** The plot inside a chart: its edges, its ticks, and the positions of values. */
type Plot = {
  top: number
  bottom: number
  width: number
  across: Across
  ticks: readonly number[]
  up: (value: number) => number
}

function plotOf(model: ChartModel, { top, width }: { top: number; width: number }): Plot {
  const bottom = top + PLOT
  const ticks = valueAxis(model, 'zero')
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)]
  const up = (value: number) => bottom - ((value - low) / (high - low)) * PLOT
  return { top, bottom, width, across: acrossOf(model, width), ticks, up }
}

const isVertical = ({ axis }: Mark): boolean => axis === 'x'

const areaBox = ({ from, to, low, high }: Area, { across, up }: Plot): Box => ({
  x: across.at(from),
  y: up(high),
  width: Math.max(1, across.at(to) - across.at(from)),
  height: Math.max(1, up(low) - up(high)),
  fill: AREA,
})

/** Horizontal lines at the ticks and at the marks of the y axis. */
function levelLines(marks: readonly Mark[], { ticks, up, width }: Plot): Line[] {
  const level = (value: number): Spot[] => [
    { x: LEFT, y: up(value) },
    { x: width - RIGHT, y: up(value) },
  ]
  return [
    ...ticks.map((tick): Line => ({ points: level(tick), color: LINE, width: 1, isDashed: false })),
    ...marks
      .filter((mark) => !isVertical(mark))
      .map((mark): Line => ({ points: level(mark.at), color: MARK, width: 1, isDashed: true })),
  ]
}

function axisLabels({ x, y }: ChartModel, { top, bottom, width, across, ticks, up }: Plot): Label[] {
  const title = [y.label, y.unit].filter((part) => part !== '').join(', ')
  return [
    word({ x: 12, y: top - 14, text: cut(title, Math.min(60, charactersOf(width))) }),
    ...ticks.map((tick) =>
      word({ x: LEFT - 8, y: up(tick) + 4, text: formatChartValue(tick, y.format), anchor: 'end' }),
    ),
    ...across.ticks.map(({ at, text }) => word({ x: at, y: bottom + 18, text, anchor: 'middle' })),
    word({
      x: (LEFT + width - RIGHT) / 2,
      y: bottom + 36,
      text: x.kind === 'ordered' || x.unit === '' ? x.label : `${x.label} (${x.unit})`,
      anchor: 'middle',
    }),
  ]
}

const markLabel = (mark: Mark, { top, width, across, up }: Plot): Label =>
  isVertical(mark)
    ? word({ x: across.at(mark.at) + 4, y: top + 10, text: mark.label, color: MARK })
    : word({ x: width - RIGHT, y: up(mark.at) - 4, text: mark.label, color: MARK, anchor: 'end' })

type Across = { at: (x: number) => number; ticks: { at: number; text: string }[] }

/** The horizontal axis: a function from value to position, and the ticks that fit. */
function acrossOf({ x, series }: Pick<ChartModel, 'x' | 'series'>, width: number): Across {
  const positions = [...new Set(series.flatMap(({ points }) => points.map((point) => point.x)))].sort((a, b) => a - b)
  const [from, to] = [LEFT + 14, width - RIGHT - 14]
  if (x.kind === 'ordered') {
    const last = Math.max(1, x.places.length - 1)
    const at = (index: number) => (x.places.length === 1 ? (from + to) / 2 : from + (index / last) * (to - from))
    const names = x.places.map(({ name }) => cut(name, LONGEST_NAME))
    return {
      at,
      ticks: roomy(
        names.map((text, index) => ({ at: at(index), text })),
        width,
      ),
    }
  }
  const [low = 0, high = 1] = [positions[0], positions.at(-1)]
  const isLog = x.kind === 'log' || x.kind === 'nines'
  const scale = isLog && low > 0 ? Math.log2 : (value: number) => value
  const range = scale(high) - scale(low) || 1
  const at = (value: number) => from + ((scale(value) - scale(low)) / range) * (to - from)
  const values =
    x.kind === 'nines'
      ? ninesTicks(high)
      : x.kind === 'log' || positions.length <= MAX_TICKS
        ? positions
        : niceTicks(low, high, 8).filter((tick) => tick >= low && tick <= high)
  return {
    at,
    ticks: roomy(
      values.map((value) => ({
        at: at(value),
        text: x.kind === 'nines' ? ninesName(value) : value.toLocaleString('en-US'),
      })),
      width,
    ),
  }
}

/** Ticks whose labels do not overlap each other or the edge; the first is always included. */
function roomy(ticks: readonly { at: number; text: string }[], width: number): { at: number; text: string }[] {
  const remaining: { at: number; text: string }[] = []
  let end = Number.NEGATIVE_INFINITY
  for (const tick of ticks) {
    const half = (tick.text.length * CHARACTER) / 2
    const at = Math.max(half + 2, Math.min(tick.at, width - half - 2))
    if (at - half < end + 6) continue
    remaining.push({ at, text: tick.text })
    end = at + half
  }
  return remaining
}

type SpotOf = (point: ChartPoint, value: number) => Spot

/** A line for each sequence of points without a gap. */
function linesOf(series: ChartSeries, spot: SpotOf): Line[] {
  const stretches: Spot[][] = [[]]
  for (const point of series.points) {
    if (point.y === null) stretches.push([])
    else stretches.at(-1)?.push(spot(point, point.y))
  }
  return stretches
    .filter((points) => points.length > 1)
    .map((points) => ({ points, color: seriesFill(series), width: 2, isDashed: series.dashed === true }))
}

/** A vertical line for the range of repeats at each point. */
const rangesOf = ({ points }: ChartSeries, spot: SpotOf): Line[] =>
  points.flatMap((point) =>
    point.y === null || point.low === undefined || point.high === undefined || point.low >= point.high
      ? []
      : [{ points: [spot(point, point.low), spot(point, point.high)], color: SOFT, width: 1, isDashed: false }],
  )

/**
 * A dot for each point of a short line. Of a long line only points with a note have one, unless there are so many that
 * they would hide the line.
 */
function dotsOf(series: ChartSeries, spot: SpotOf, isScatter: boolean): Dot[] {
  if (series.dashed === true) return []
  const all = isScatter || series.points.length <= MAX_DOTS
  const marksNotes = series.points.filter(({ note }) => note !== undefined).length <= MAX_DOTS
  return series.points.flatMap((point): Dot[] =>
    point.y === null || !(all || (marksNotes && point.note !== undefined))
      ? []
      : [{ ...spot(point, point.y), color: seriesFill(series) }],
  )
}
