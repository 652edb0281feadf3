import type { ChartModel, ChartPoint } from './chart-model.ts'
import type { Box, ChartShapes, Label } from './chart-shapes.ts'
import { formatChartValue } from './format-chart-value.ts'
import { niceTicks } from './nice-ticks.ts'
import { cut, headWords, INK, LINE, legendWords, MARK, seriesFill, WIDTH, word } from './shape-words.ts'

const TONES = { worse: '#d9822b', better: '#2f7fd1', base: '#8a8f98', plain: '#9aa3b0' } as const

/** Of a bar with the room to the next, and of what more each further series needs. */
const ROW = 20
const FURTHER = 12
const FOOT = 28
const NAMES = 230
const RIGHT = 60
const LONGEST_NAME = 34

/** The shapes of bars that lie, a row for each place; several series share the row of their place. */
export function rowShapes(model: ChartModel): ChartShapes {
  const { series, marks = [], y } = model
  const places = model.x.kind === 'ordered' ? model.x.places : []
  const names = places.length > 0 ? places.map(({ name }) => name) : (series[0]?.points ?? []).map(({ x }) => String(x))
  const head = headWords(model)
  const legend = legendWords(series, head.bottom)
  const top = head.bottom + legend.height
  const several = Math.max(1, series.length)
  const rowHeight = ROW + (several - 1) * FURTHER
  const bottom = top + names.length * rowHeight
  const values = series.flatMap(({ points }) => points.flatMap((point) => (point.y === null ? [] : [point.y])))
  const ticks = niceTicks(0, Math.max(1e-9, ...values, ...marks.map(({ at }) => at), y.room?.high ?? 0), 5)
  const most = ticks.at(-1) ?? 1
  const at = (value: number) => NAMES + (value / most) * (WIDTH - NAMES - RIGHT)
  const barHeight = (rowHeight - 6) / several
  const topOf = (row: number, place: number) => top + row * rowHeight + 3 + place * barHeight
  const drawn = series.flatMap((one, place) =>
    one.points.flatMap((point, index): { box: Box; label: Label }[] => {
      if (point.y === null) return []
      const row = places.length > 0 ? point.x : index
      const y0 = topOf(row, place)
      return [
        {
          box: {
            x: NAMES,
            y: y0,
            width: Math.max(0, at(point.y) - NAMES),
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
    width: WIDTH,
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
        word({ x: NAMES - 8, y: top + (row + 0.5) * rowHeight + 4, text: cut(name, LONGEST_NAME), anchor: 'end' }),
      ),
      ...drawn.map(({ label }) => label),
    ],
  }
}

const fillOf = ({ tone }: ChartPoint): string => TONES[tone ?? 'plain']
