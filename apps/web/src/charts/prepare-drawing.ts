import {
  dashOf,
  dottedPoints,
  isJoined,
  lineWidth,
  numericTicks,
  seriesToken,
  TONE_TOKENS,
} from '@assay/charts/scales/chart-marks'
import { type AxisStart, valueAxis } from '@assay/charts/scales/value-axis'
import type { ChartModel, ChartPoint, ChartSeries } from '@assay/domain/publish/chart/chart-model'

/** One entry per x value, as Recharts expects it: the value of series 2 is `s2`, its range `r2`. */
export type DrawnRow = { x: number; [series: string]: number | [number, number] | null }

export type Drawing = {
  rows: readonly DrawnRow[]
  series: readonly DrawnSeries[]
  /** Ticks of the vertical axis; the first and last are its ends. */
  ticks: readonly number[]
  /** Ticks of the horizontal axis. */
  xTicks: readonly number[]
  xDomain: [number, number]
}

export type DrawnSeries = {
  key: string
  rangeKey: string | null
  name: string
  color: string
  dash: string | undefined
  width: number
  /** True connects the line across x values where the series has no point; a point without a value stays a gap. */
  connects: boolean
  /** False for points without lines between them. */
  isJoined: boolean
  hasDot: (point: ChartPoint) => boolean
  pointAt: ReadonlyMap<number, ChartPoint>
  /** Colors of single bars by index; null when all have the color of the series. */
  tones: ReadonlyMap<number, string> | null
}

function tonesOf({ points }: ChartSeries): ReadonlyMap<number, string> | null {
  const toned = points.flatMap(({ x, tone }) =>
    tone === undefined ? [] : [[x, `var(--${TONE_TOKENS[tone]})`] as const],
  )
  return toned.length === 0 ? null : new Map(toned)
}

export const seriesColor = (series: Pick<ChartSeries, 'color' | 'dashed'>): string => `var(--${seriesToken(series)})`

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
    // A series without points is hidden, or has no value in the part that is drawn.
    series: model.series.flatMap((one, index) =>
      one.points.length === 0
        ? []
        : [
            {
              key: `s${index}`,
              rangeKey: one.points.some(({ low, high }) => low !== undefined && high !== undefined)
                ? `r${index}`
                : null,
              name: one.name,
              color: seriesColor(one),
              dash: dashOf(one, index),
              width: lineWidth(one),
              isJoined: isJoined(one, model.draw),
              connects: one.points.every(({ y }) => y !== null),
              hasDot: dottedPoints(one, model.draw),
              pointAt: new Map(one.points.map((point) => [point.x, point])),
              tones: tonesOf(one),
            },
          ],
    ),
    ticks: valueAxis(model, start),
    xTicks: model.x.kind === 'ordered' ? all : numericTicks(model.x.kind, all),
    xDomain: [all[0] ?? 0, all.at(-1) ?? 1],
  }
}
