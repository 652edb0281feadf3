import type { ChartModel, ChartPoint } from './chart-model.ts'
import { formatChartValue } from './format-chart-value.ts'
import { niceTicks } from './nice-ticks.ts'

export type Box = { x: number; y: number; width: number; height: number; fill: string }
export type Rule = { x: number; top: number; bottom: number; color: string; isDashed: boolean }
/** `anchor` says which end of the text lies at x. */
export type Label = {
  x: number
  y: number
  text: string
  size: number
  color: string
  anchor: 'start' | 'middle' | 'end'
}

/** A chart as boxes, lines and words at their places: drawn as SVG, or as a picture, from one calculation. */
export type ChartShapes = { width: number; height: number; boxes: Box[]; rules: Rule[]; labels: Label[] }

const INK = '#15181d'
const SOFT = '#454c57'
const LINE = '#e3e4e1'
const TONES = { worse: '#d9822b', better: '#2f7fd1', base: '#8a8f98', plain: '#9aa3b0' } as const

const WIDTH = 720
const ROW = 20
const HEAD = 64
const FOOT = 28
const NAMES = 230
const RIGHT = 60
const LONGEST_NAME = 34

/** The shapes of a chart of rows, without a browser; fixed colours on white, as it leaves the house. */
export function rowShapes(model: ChartModel): ChartShapes {
  const points = model.series[0]?.points ?? []
  const places = model.x.kind === 'ordered' ? model.x.places : []
  const height = HEAD + points.length * ROW + FOOT
  const values = points.flatMap(({ y }) => (y === null ? [] : [y]))
  const ticks = niceTicks(0, Math.max(1e-9, ...values, ...(model.marks ?? []).map(({ at }) => at)), 5)
  const top = ticks.at(-1) ?? 1
  const at = (value: number) => NAMES + (value / top) * (WIDTH - NAMES - RIGHT)
  const rowTop = (row: number) => HEAD + row * ROW
  const bar = (point: ChartPoint, row: number): Box[] =>
    point.y === null
      ? []
      : [
          {
            x: NAMES,
            y: rowTop(row) + 3,
            width: Math.max(0, at(point.y) - NAMES),
            height: ROW - 6,
            fill: TONES[point.tone ?? 'plain'],
          },
        ]
  const text = (label: Omit<Label, 'size' | 'color'> & Partial<Label>): Label => ({ size: 11, color: SOFT, ...label })
  return {
    width: WIDTH,
    height,
    boxes: points.flatMap(bar),
    rules: [
      ...ticks.map((tick) => ({ x: at(tick), top: HEAD, bottom: height - FOOT, color: LINE, isDashed: false })),
      ...(model.marks ?? []).map((mark) => ({
        x: at(mark.at),
        top: HEAD,
        bottom: height - FOOT,
        color: '#5443b5',
        isDashed: true,
      })),
    ],
    labels: [
      text({ x: 12, y: 22, text: cut(model.title, 96), size: 14, color: INK, anchor: 'start' }),
      text({ x: 12, y: 42, text: model.summary, anchor: 'start' }),
      ...ticks.map((tick) =>
        text({ x: at(tick), y: height - 10, text: formatChartValue(tick, model.y.format), anchor: 'middle' }),
      ),
      ...points.flatMap((point, row) => [
        text({
          x: NAMES - 8,
          y: rowTop(row) + 14,
          text: cut(places[point.x]?.name ?? '', LONGEST_NAME),
          anchor: 'end',
        }),
        ...(point.y === null
          ? []
          : [
              text({
                x: at(point.y) + 5,
                y: rowTop(row) + 14,
                text: formatChartValue(point.y, model.y.format),
                color: INK,
                anchor: 'start',
              }),
            ]),
      ]),
    ],
  }
}

const cut = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`)
