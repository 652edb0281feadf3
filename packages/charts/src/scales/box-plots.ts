import type { ChartModel } from '@assay/domain/publish/chart/chart-model'
import { median } from '@assay/domain/stats/median'
import { quantile } from '@assay/domain/stats/quantile'

/** Half of the width of a box; x values of a strip plot are 1 apart. */
export const BOX_HALF_WIDTH = 0.3
/** Quartiles of fewer values would be the values themselves. */
const MIN_BOX_VALUES = 4

/** The range of the points at one x value of a strip plot, their median, and their quartiles if there are enough. */
export type BoxPlot = {
  x: number
  low: number
  high: number
  median: number
  quartiles: { low: number; high: number } | null
}

/** The boxes of a strip plot: one for each x value with several points, of all series that are shown. */
export function boxPlots({ draw, series }: Pick<ChartModel, 'draw' | 'series'>): BoxPlot[] {
  if (draw !== 'strip') return []
  const points = series.flatMap((one) => one.points.flatMap(({ x, y }) => (y === null ? [] : [{ x, y }])))
  return [...Map.groupBy(points, ({ x }) => x)].flatMap(([x, own]): BoxPlot[] => {
    const values = own.map(({ y }) => y)
    const middle = median(values)
    if (values.length < 2 || middle === null) return []
    const [lower, upper] = [quantile(values, 0.25), quantile(values, 0.75)]
    const hasBox = values.length >= MIN_BOX_VALUES && lower !== null && upper !== null
    return [
      {
        x,
        low: Math.min(...values),
        high: Math.max(...values),
        median: middle,
        quartiles: hasBox ? { low: lower, high: upper } : null,
      },
    ]
  })
}
