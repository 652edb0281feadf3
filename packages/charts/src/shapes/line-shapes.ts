import { xAxisTitle } from '@assay/domain/publish/chart/axis-title'
import type { ChartModel, ChartPoint, ChartSeries } from '@assay/domain/publish/chart/chart-model'
import { formatChartValue } from '@assay/domain/publish/chart/format-chart-value'
import { ninesName } from '@assay/domain/publish/chart/percentile-charts'
import { thinPoints } from '@assay/domain/publish/chart/thin-points'
import { BOX_HALF_WIDTH, type BoxPlot, boxPlots } from '../scales/box-plots.ts'
import { dashOf, dottedPoints, isJoined, lineWidth, numericTicks } from '../scales/chart-marks.ts'
import { assignLabelRows, LABEL_GAP, LABEL_ROW_HEIGHT } from '../scales/label-rows.ts'
import { usualStart, valueAxis } from '../scales/value-axis.ts'
import type { Box, ChartShapes, Dot, DrawnSize, Label, Line, Spot } from './chart-shapes.ts'
import {
  AREA,
  CHARACTER,
  charactersOf,
  cut,
  headWords,
  INK,
  LINE,
  legendWords,
  MARK,
  SOFT,
  seriesFill,
  WIDTH,
  word,
} from './shape-words.ts'

const PLOT = 260
const LEFT = 76
const RIGHT = 24
const FOOT = 46
/** Maximum drawn points of a line, two per pixel; more would look the same. */
const MAX_DRAWN_POINTS = 1_200
const MAX_NAME_CHARACTERS = 24

/** Shapes of lines or scattered points, over numeric or ordered x values. */
export function lineShapes(model: ChartModel, { width = WIDTH }: DrawnSize = {}): ChartShapes {
  const { series, marks = [], areas = [] } = model
  const head = headWords(model, width)
  const legend = legendWords(series, { top: head.bottom, width })
  const plot = plotOf(model, { above: head.bottom + legend.height + 20, width })
  const { top, bottom, across, up } = plot
  const spot = (point: ChartPoint, value: number): Spot => ({ x: across.at(point.x), y: up(value) })
  const thinned = series.map((one): ChartSeries => ({ ...one, points: thinPoints(one.points, MAX_DRAWN_POINTS) }))
  const strips = boxPlots({ ...model, series: thinned })
  return {
    width,
    height: bottom + FOOT,
    label: `${model.title}. ${model.summary}`,
    boxes: [
      ...areas.map((area) => areaBox(area, plot)),
      ...strips.flatMap((strip) => quartileBox(strip, plot)),
      ...legend.boxes,
    ],
    rules: marks
      .filter(isVertical)
      .map((mark) => ({ x: across.at(mark.at), top, bottom, color: MARK, isDashed: true })),
    lines: [
      ...levelLines(marks, plot),
      ...strips.flatMap((strip) => stripLines(strip, plot)),
      ...thinned.flatMap((one, index) => [
        ...rangesOf(one, spot),
        ...(isJoined(one, model.draw) ? linesOf(one, index, spot) : []),
      ]),
    ],
    dots: thinned.flatMap((one) => dotsOf(one, spot, model.draw)),
    labels: [
      ...head.labels,
      ...legend.labels,
      ...axisLabels(model, plot),
      ...plot.named.map((label) => ({ ...label, y: top + label.y })),
      ...marks.filter((mark) => !isVertical(mark) && mark.label !== '').map((mark) => levelLabel(mark, plot)),
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
  /** Labels of the vertical marks; their `y` is relative to the top. */
  named: readonly Label[]
  /** Upper end of the room for these labels. */
  above: number
  up: (value: number) => number
}

function plotOf(model: ChartModel, { above, width }: { above: number; width: number }): Plot {
  const across = acrossOf(model, width)
  const { labels: named, height } = markLabels(model.marks ?? [], { at: across.at, width })
  const top = above + height
  const bottom = top + PLOT
  const start = usualStart(model)
  const ticks = valueAxis(model, start)
  const scale = start === 'log' ? Math.log : (value: number) => value
  const [low, high] = [scale(ticks[0] ?? 0), scale(ticks.at(-1) ?? 1)]
  const up = (value: number) => bottom - ((scale(value) - low) / (high - low)) * PLOT
  return { top, bottom, width, across, ticks, named, above, up }
}

const isVertical = ({ axis }: Mark): boolean => axis === 'x'

const areaBox = ({ from, to, low, high }: Area, { across, up }: Plot): Box => ({
  x: across.at(from),
  y: up(high),
  width: Math.max(1, across.at(to) - across.at(from)),
  height: Math.max(1, up(low) - up(high)),
  fill: AREA,
})

const quartileBox = ({ x, quartiles }: BoxPlot, plot: Plot): Box[] =>
  quartiles === null
    ? []
    : [areaBox({ from: x - BOX_HALF_WIDTH, to: x + BOX_HALF_WIDTH, ...quartiles, color: 1 }, plot)]

/** The range of the points, and their median across the box. */
const stripLines = ({ x, low, high, median }: BoxPlot, { across, up }: Plot): Line[] => [
  {
    points: [low, high].map((value) => ({ x: across.at(x), y: up(value) })),
    color: SOFT,
    width: 1,
    isDashed: false,
  },
  {
    points: [x - BOX_HALF_WIDTH, x + BOX_HALF_WIDTH].map((side) => ({ x: across.at(side), y: up(median) })),
    color: INK,
    width: 2,
    isDashed: false,
  },
]

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

function axisLabels({ x, y }: ChartModel, { bottom, width, across, ticks, above, up }: Plot): Label[] {
  const title = [y.label, y.unit].filter((part) => part !== '').join(', ')
  return [
    word({ x: 12, y: above - 14, text: cut(title, Math.min(60, charactersOf(width))) }),
    ...ticks.map((tick) =>
      word({ x: LEFT - 8, y: up(tick) + 4, text: formatChartValue(tick, y.format), anchor: 'end' }),
    ),
    ...across.ticks.map(({ at, text }) => word({ x: at, y: bottom + 18, text, anchor: 'middle' })),
    word({
      x: (LEFT + width - RIGHT) / 2,
      y: bottom + 36,
      text: xAxisTitle(x),
      anchor: 'middle',
    }),
  ]
}

const levelLabel = (mark: Mark, { width, up }: Plot): Label =>
  word({ x: width - RIGHT, y: up(mark.at) - 4, text: mark.label, color: MARK, anchor: 'end' })

/** Labels of vertical marks in rows above the plot; their `y` is relative to its top. */
function markLabels(
  marks: readonly Mark[],
  { at, width }: { at: (x: number) => number; width: number },
): { labels: Label[]; height: number } {
  const named = marks.filter((mark) => isVertical(mark) && mark.label !== '')
  const rooms = named.map((mark) => ({ x: at(mark.at), width: mark.label.length * CHARACTER }))
  const placed = assignLabelRows(rooms, { from: LEFT, to: width - RIGHT })
  const labels = placed.flatMap((one, index): Label[] => {
    const [mark, room] = [named[index], rooms[index]]
    if (one === null || mark === undefined || room === undefined) return []
    const x = one.anchor === 'start' ? room.x + LABEL_GAP : room.x - LABEL_GAP
    return [word({ x, y: -4 - one.row * LABEL_ROW_HEIGHT, text: mark.label, color: MARK, anchor: one.anchor })]
  })
  const rows = Math.max(0, ...placed.map((one) => (one === null ? 0 : one.row + 1)))
  return { labels, height: rows * LABEL_ROW_HEIGHT }
}

type Across = { at: (x: number) => number; ticks: { at: number; text: string }[] }

/** The horizontal axis: a function from value to position, and the ticks that fit. */
function acrossOf({ draw, x, series }: Pick<ChartModel, 'draw' | 'x' | 'series'>, width: number): Across {
  const positions = [...new Set(series.flatMap(({ points }) => points.map((point) => point.x)))].sort((a, b) => a - b)
  const [from, to] = [LEFT + 14, width - RIGHT - 14]
  if (x.kind === 'ordered') {
    const last = Math.max(1, x.places.length - 1)
    const at = (index: number) => {
      // A strip has room on both sides of its first and its last box.
      if (draw === 'strip') return from + ((index + 0.5) / x.places.length) * (to - from)
      return x.places.length === 1 ? (from + to) / 2 : from + (index / last) * (to - from)
    }
    const names = x.places.map(({ name }) => cut(name, MAX_NAME_CHARACTERS))
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
  const values = numericTicks(x.kind, positions)
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
function linesOf(series: ChartSeries, index: number, spot: SpotOf): Line[] {
  const isDashed = dashOf(series, index) !== undefined
  const stretches: Spot[][] = [[]]
  for (const point of series.points) {
    if (point.y === null) stretches.push([])
    else stretches.at(-1)?.push(spot(point, point.y))
  }
  return stretches
    .filter((points) => points.length > 1)
    .map((points) => ({ points, color: seriesFill(series), width: lineWidth(series), isDashed }))
}

/** A vertical line for the range of repeats at each point. */
const rangesOf = ({ points }: ChartSeries, spot: SpotOf): Line[] =>
  points.flatMap((point) =>
    point.y === null || point.low === undefined || point.high === undefined || point.low >= point.high
      ? []
      : [{ points: [spot(point, point.low), spot(point, point.high)], color: SOFT, width: 1, isDashed: false }],
  )

const dotsOf = (series: ChartSeries, spot: SpotOf, draw: ChartModel['draw']): Dot[] => {
  const hasDot = dottedPoints(series, draw)
  return series.points.flatMap((point): Dot[] =>
    point.y === null || !hasDot(point) ? [] : [{ ...spot(point, point.y), color: seriesFill(series) }],
  )
}
