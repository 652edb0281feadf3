import type { ChartModel, ChartPoint } from '@assay/domain/publish/chart/chart-model'
import { formatChartValue } from '@assay/domain/publish/chart/format-chart-value'
import { rowsStart, usualStart, valueAxis } from '../scales/value-axis.ts'
import type { Box, ChartShapes, DrawnSize, Label } from './chart-shapes.ts'
import {
  charactersOf,
  cut,
  headWords,
  INK,
  LINE,
  legendWords,
  MARK,
  seriesFill,
  toneFill,
  WIDTH,
  word,
} from './shape-words.ts'

/** Height of a row with one bar, and the height that each further series adds. */
const ROW = 20
const FURTHER = 12
const FOOT = 28
const NAMES = 230
const MAX_NAME_CHARACTERS = 34
/** Height of the line with the name; in a narrow drawing it is above the bar. */
const NAME_LINE = 16
const MIN_WIDTH_FOR_SIDE_NAMES = 560
/** Space left of the first tick, whose label is centered. */
const SIDE = 18
const RIGHT = 60

/** Shapes of horizontal bars, with a row for each x value that its series share. */
export function rowShapes(model: ChartModel, { width = WIDTH }: DrawnSize = {}): ChartShapes {
  const { series, marks = [], y } = model
  const head = headWords(model, width)
  const legend = legendWords(series, { top: head.bottom, width })
  const layout = layOutRows(model, { top: head.bottom + legend.height, width })
  const { top, bottom, ticks, at } = layout
  const drawn = barsOf(model, layout)
  return {
    width,
    height: bottom + FOOT,
    label: `${model.title}. ${model.summary}`,
    boxes: [...drawn.map(({ box }) => box), ...legend.boxes],
    rules: [
      ...ticks.map((tick) => ({ x: at(tick), top, bottom, color: LINE, isDashed: false })),
      ...marks.map((mark) => ({ x: at(mark.at), top, bottom, color: MARK, isDashed: true })),
    ],
    lines: [],
    dots: [],
    labels: [
      ...head.labels,
      ...legend.labels,
      ...ticks.map((tick) =>
        word({ x: at(tick), y: bottom + 18, text: formatChartValue(tick, y.format), anchor: 'middle' }),
      ),
      ...rowNames(layout, width),
      ...drawn.map(({ label }) => label),
    ],
  }
}

/** Positions of rows and values; in a narrow drawing the names are above the bars. */
type RowLayout = {
  names: readonly string[]
  top: number
  bottom: number
  left: number
  rowHeight: number
  /** Height above the bars of a row for its name. */
  above: number
  ticks: readonly number[]
  at: (value: number) => number
}

function layOutRows(model: ChartModel, { top, width }: { top: number; width: number }): RowLayout {
  const { series, x } = model
  const xValues = x.kind === 'ordered' ? x.places : []
  const names =
    xValues.length > 0 ? xValues.map(({ name }) => name) : (series[0]?.points ?? []).map((point) => String(point.x))
  const isAbove = width < MIN_WIDTH_FOR_SIDE_NAMES
  const left = isAbove ? SIDE : NAMES
  const above = isAbove ? NAME_LINE : 0
  const rowHeight = above + ROW + (Math.max(1, series.length) - 1) * FURTHER
  const ticks = valueAxis(model, usualStart(model))
  const [first, last] = [ticks[0] ?? 0, ticks.at(-1) ?? 1]
  const at = (value: number) => left + ((value - first) / (last - first)) * (width - left - RIGHT)
  return { names, top, bottom: top + names.length * rowHeight, left, rowHeight, above, ticks, at }
}

function barsOf(model: ChartModel, { top, rowHeight, above, at }: RowLayout): { box: Box; label: Label }[] {
  const { series, x, y } = model
  const start = at(rowsStart(model))
  const hasNamedRows = x.kind === 'ordered' && x.places.length > 0
  const height = (rowHeight - above - 6) / Math.max(1, series.length)
  return series.flatMap((one, position) =>
    one.points.flatMap((point, index): { box: Box; label: Label }[] => {
      if (point.y === null) return []
      const row = hasNamedRows ? point.x : index
      const y0 = top + row * rowHeight + above + 3 + position * height
      const fill = series.length > 1 ? seriesFill(one) : fillOf(point)
      return [
        {
          box: { x: Math.min(start, at(point.y)), y: y0, width: Math.abs(at(point.y) - start), height, fill },
          label: word({
            x: Math.max(start, at(point.y)) + 5,
            y: y0 + height / 2 + 4,
            text: formatChartValue(point.y, y.format),
            color: INK,
          }),
        },
      ]
    }),
  )
}

const rowNames = ({ names, top, left, rowHeight, above }: RowLayout, width: number): Label[] =>
  names.map((name, row) =>
    above > 0
      ? word({ x: left, y: top + row * rowHeight + NAME_LINE - 1, text: cut(name, charactersOf(width)) })
      : word({
          x: NAMES - 8,
          y: top + (row + 0.5) * rowHeight + 4,
          text: cut(name, MAX_NAME_CHARACTERS),
          anchor: 'end',
        }),
  )

const fillOf = ({ tone }: ChartPoint): string => toneFill(tone ?? 'plain')
