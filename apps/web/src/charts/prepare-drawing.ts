import {
  type ChartModel,
  type ChartPoint,
  type ChartSeries,
  SERIES_COLORS,
} from '@assay/domain/publish/chart/chart-model'
import { ninesTicks } from '@assay/domain/publish/chart/percentile-charts'
import { type AxisStart, valueAxis } from '@assay/domain/publish/chart/value-axis'

/** One entry per x value, as Recharts expects it: the value of series 2 is `s2`, its range `r2`. */
export type DrawnRow = { x: number; [series: string]: number | [number, number] | null }

export type Drawing = {
  rows: readonly DrawnRow[]
  series: readonly DrawnSeries[]
  /** Ticks of the vertical axis; the first and last are its ends. */
  ticks: readonly number[]
  /** Ticks of the horizontal axis; undefined when Recharts chooses them. */
  xTicks: readonly number[] | undefined
  xDomain: [number, number]
}

export type DrawnSeries = {
  key: string
  rangeKey: string | null
  name: string
  color: string
  dash: string | undefined
  /** True connects the line across x values where the series has no point; a point without a value stays a gap. */
  connects: boolean
  /** True marks every point, because a few points would be hard to see in a line. */
  dots: boolean
  /** Points with a note are marked, unless the number of marks would hide the line. */
  marksNotes: boolean
  pointAt: ReadonlyMap<number, ChartPoint>
  /** Colours of single bars by index; null when all have the colour of the series. */
  tones: ReadonlyMap<number, string> | null
}

/** Minimum number of points for a line without marks. */
const MAX_DOTS = 60
/** Maximum number of x values that each get a tick. */
const MAX_TICKS = 12

const TONE_COLORS = {
  base: 'var(--accent)',
  worse: 'var(--series-2)',
  better: 'var(--series-1)',
  plain: 'var(--ink-faint)',
} as const

function tonesOf({ points }: ChartSeries): ReadonlyMap<number, string> | null {
  const toned = points.flatMap(({ x, tone }) => (tone === undefined ? [] : [[x, TONE_COLORS[tone]] as const]))
  return toned.length === 0 ? null : new Map(toned)
}

/** Series that are not measured, such as targets, are drawn in a faint colour. */
export const seriesColor = ({ color, dashed }: Pick<ChartSeries, 'color' | 'dashed'>): string =>
  dashed === true ? 'var(--ink-faint)' : `var(--series-${color})`

/** Returns dashes for lines that are not measured, and dots for a colour that is used again. */
export function dashOf({ dashed }: Pick<ChartSeries, 'dashed'>, index: number): string | undefined {
  if (dashed === true) return '6 4'
  return index < SERIES_COLORS ? undefined : '2 3'
}

/** Converts a chart model to the form that Recharts draws. */
export function prepareDrawing(model: ChartModel, start: AxisStart): Drawing {
  const rows = new Map<number, DrawnRow>()
  for (const [index, { points }] of model.series.entries()) {
    for (const { x, y, low, high } of points) {
      const row: DrawnRow = rows.get(x) ?? { x }
      row[`s${index}`] = y
      // Recharts expects the lengths of both arms.
      if (y !== null && low !== undefined && high !== undefined && low < high) row[`r${index}`] = [y - low, high - y]
      rows.set(x, row)
    }
  }
  const indexes = [...rows.keys()].sort((a, b) => a - b)
  const all = model.x.kind === 'ordered' ? model.x.places.map((_, index) => index) : indexes
  return {
    rows: (model.x.kind === 'ordered' ? all : indexes).map((x) => rows.get(x) ?? { x }),
    series: model.series.map((one, index) => ({
      key: `s${index}`,
      rangeKey: one.points.some(({ low, high }) => low !== undefined && high !== undefined) ? `r${index}` : null,
      name: one.name,
      color: seriesColor(one),
      dash: dashOf(one, index),
      connects: one.points.every(({ y }) => y !== null),
      dots: one.dashed !== true && one.points.length <= MAX_DOTS,
      marksNotes: one.points.filter(({ note }) => note !== undefined).length <= MAX_DOTS,
      pointAt: new Map(one.points.map((point) => [point.x, point])),
      tones: tonesOf(one),
    })),
    ticks: valueAxis(model, start),
    xTicks:
      model.x.kind === 'nines'
        ? ninesTicks(all.at(-1) ?? 1)
        : model.x.kind === 'ordered' || all.length <= MAX_TICKS
          ? all
          : undefined,
    xDomain: [all[0] ?? 0, all.at(-1) ?? 1],
  }
}
