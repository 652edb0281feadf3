import type { ChartModel } from '@assay/domain/publish/chart/chart-model'

const HEIGHT = 280
/** Height of a horizontal bar with its gap, and of the axis and margins of the chart, in pixels. */
const ROW_HEIGHT = 24
const AROUND_ROWS = 58

/** How high a chart must be drawn so that its names can be read. */
export function chartHeight({ draw, x, series }: ChartModel): number {
  if (draw !== 'rows' || x.kind !== 'ordered') return HEIGHT
  return AROUND_ROWS + x.places.length * (ROW_HEIGHT + 12 * Math.max(0, series.length - 1))
}
