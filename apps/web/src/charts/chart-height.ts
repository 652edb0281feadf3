import type { ChartModel } from '@assay/domain/publish/chart/chart-model'

const HEIGHT = 280
/** Of a bar that lies, with the room to the next, and of what stands around all of them, pixels. */
const ROW_HEIGHT = 24
const AROUND_ROWS = 58

/** How high a chart must be drawn so that its names can be read. */
export function chartHeight({ draw, x, series }: ChartModel): number {
  if (draw !== 'rows' || x.kind !== 'ordered') return HEIGHT
  return AROUND_ROWS + x.places.length * (ROW_HEIGHT + 12 * Math.max(0, series.length - 1))
}
