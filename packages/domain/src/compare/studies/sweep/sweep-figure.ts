import type { ChartModel } from '../../../publish/chart/chart-model.ts'
import { withTitle } from '../pages/lead-figure.ts'

/** Small charts that fit on the first two screens. */
const MAX_CHARTS = 6

/** The figure of a sweep: the charts with the largest effect first, close enough to see it. */
export function sweepFigure(charts: readonly ChartModel[]): ChartModel[] {
  const shown = charts.toSorted((a, b) => effectOf(b) - effectOf(a)).slice(0, MAX_CHARTS)
  return shown
    .map(withTitle)
    .map((chart) => (chart.draw === 'line' ? { ...chart, y: { ...chart.y, start: 'near' as const } } : chart))
}

/** The largest distance of a ratio from 1. */
const effectOf = ({ series }: ChartModel): number =>
  Math.max(
    0,
    ...series.flatMap(({ points }) => points.flatMap(({ y }) => (y === null || y <= 0 ? [] : [Math.abs(Math.log(y))]))),
  )
