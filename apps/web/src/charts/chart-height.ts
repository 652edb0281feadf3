import type { ChartModel } from '@assay/domain/publish/chart/chart-model'

const HEIGHT = 280
/** Height of a horizontal bar with its gap, and of the axis and margins of the chart, in pixels. */
const ROW_HEIGHT = 24
const AROUND_ROWS = 58

/** Returns the height in pixels at which all names of a chart are readable. */
export function chartHeight({ draw, x, series }: ChartModel): number {
  if (draw !== 'rows' || x.kind !== 'ordered') return HEIGHT
  return AROUND_ROWS + x.places.length * (ROW_HEIGHT + 12 * Math.max(0, series.length - 1))
}
