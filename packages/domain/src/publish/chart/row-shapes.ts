import type { ChartModel, ChartPoint } from './chart-model.ts'
import type { Box, ChartShapes, DrawnSize, Label } from './chart-shapes.ts'
import { formatChartValue } from './format-chart-value.ts'
import { niceTicks } from './nice-ticks.ts'
import { charactersOf, cut, headWords, INK, LINE, legendWords, MARK, seriesFill, WIDTH, word } from './shape-words.ts'

export const TONES = { worse: '#d9822b', better: '#2f7fd1', base: '#8a8f98', plain: '#9aa3b0' } as const

/** Height of a row with one bar, and the height that each further series adds. */
const ROW = 20
const FURTHER = 12
const FOOT = 28
const NAMES = 230
const LONGEST_NAME = 34
/** Height of the line with the name; in a narrow drawing it is above the bar. */
const NAME_LINE = 16
const MIN_WIDTH_FOR_SIDE_NAMES = 560
/** Space left of the first tick, whose label is centered. */
const SIDE = 18
const RIGHT = 60

/** Shapes of horizontal bars, with a row for each x value that its series share. */
export function rowShapes(model: ChartModel, { width = WIDTH }: DrawnSize = {}): ChartShapes {
  const { series, marks = [], y } = model
  const xValues = model.x.kind === 'ordered' ? model.x.places : []
  const names =
    xValues.length > 0 ? xValues.map(({ name }) => name) : (series[0]?.points ?? []).map(({ x }) => String(x))
  const head = headWords(model, width)
  const legend = legendWords(series, { top: head.bottom, width })
  const top = head.bottom + legend.height
  const several = Math.max(1, series.length)
  const isAbove = width < MIN_WIDTH_FOR_SIDE_NAMES
  const left = isAbove ? SIDE : NAMES
  const above = isAbove ? NAME_LINE : 0
  const rowHeight = above + ROW + (several - 1) * FURTHER
  const bottom = top + names.length * rowHeight
  const values = series.flatMap(({ points }) => points.flatMap((point) => (point.y === null ? [] : [point.y])))
  const ticks = niceTicks(0, Math.max(1e-9, ...values, ...marks.map(({ at }) => at), y.room?.high ?? 0), 5)
  const most = ticks.at(-1) ?? 1
  const at = (value: number) => left + (value / most) * (width - left - RIGHT)
  const barHeight = (rowHeight - above - 6) / several
  const topOf = (row: number, position: number) => top + row * rowHeight + above + 3 + position * barHeight
  const drawn = series.flatMap((one, position) =>
    one.points.flatMap((point, index): { box: Box; label: Label }[] => {
      if (point.y === null) return []
      const row = xValues.length > 0 ? point.x : index
      const y0 = topOf(row, position)
      return [
        {
          box: {
            x: left,
            y: y0,
            width: Math.max(0, at(point.y) - left),
            height: barHeight,
            fill: series.length > 1 ? seriesFill(one) : fillOf(point),
          },
          label: word({
            x: at(point.y) + 5,
            y: y0 + barHeight / 2 + 4,
            text: formatChartValue(point.y, y.format),
            color: INK,
          }),
        },
      ]
    }),
  )
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
      ...names.map((name, row) =>
        isAbove
          ? word({ x: left, y: top + row * rowHeight + NAME_LINE - 1, text: cut(name, charactersOf(width)) })
          : word({ x: NAMES - 8, y: top + (row + 0.5) * rowHeight + 4, text: cut(name, LONGEST_NAME), anchor: 'end' }),
      ),
      ...drawn.map(({ label }) => label),
    ],
  }
}

const fillOf = ({ tone }: ChartPoint): string => TONES[tone ?? 'plain']
