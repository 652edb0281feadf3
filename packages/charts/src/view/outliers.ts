import type { ChartModel, ChartPoint } from '@assay/domain/publish/chart/chart-model'
import { quantile } from '@assay/domain/stats/quantile'

/** Minimum points of a series with outliers. */
const MIN_POINTS = 8
/** Multiple of the interquartile range beyond a quartile: Tukey's outer fence (Exploratory Data Analysis, 1977). */
const FENCE = 3
/** Minimum relative distance of an outlier from the quartiles, because a nearly constant series has almost no range. */
const MIN_RELATIVE_RANGE = 0.01

/** The chart with gaps instead of outliers, and their number. */
export function withoutOutliers(model: ChartModel): { model: ChartModel; hidden: number } {
  let hidden = 0
  const series = model.series.map((one) => {
    const isOutlier = outlierTest(one.points)
    const points = one.points.map((point): ChartPoint => {
      if (point.y === null || !isOutlier(point.y)) return point
      hidden += 1
      return { x: point.x, y: null }
    })
    return { ...one, points }
  })
  return hidden === 0 ? { model, hidden } : { model: { ...model, series }, hidden }
}

function outlierTest(points: readonly ChartPoint[]): (value: number) => boolean {
  const values = points.flatMap(({ y }) => (y === null ? [] : [y])).sort((a, b) => a - b)
  const [lower, upper] = [quantile(values, 0.25), quantile(values, 0.75)]
  if (values.length < MIN_POINTS || lower === null || upper === null) return () => false
  const range = Math.max(upper - lower, MIN_RELATIVE_RANGE * Math.max(Math.abs(lower), Math.abs(upper)))
  return (value) => value < lower - FENCE * range || value > upper + FENCE * range
}
