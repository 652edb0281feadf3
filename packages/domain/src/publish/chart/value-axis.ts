import type { ChartModel } from './chart-model.ts'
import { niceTicks } from './nice-ticks.ts'

/** Start of the vertical axis: at zero, so that small variations look small, or just below the lowest value. */
export type AxisStart = 'zero' | 'cropped'

/**
 * Ticks of the vertical axis; the first and the last are its ends. They include every value, range of repeats,
 * horizontal mark and band of the chart, and its padding.
 */
export function valueAxis(
  { series, marks = [], areas = [], y }: Pick<ChartModel, 'series' | 'marks' | 'areas' | 'y'>,
  start: AxisStart,
) {
  let low = y.room?.low ?? Number.POSITIVE_INFINITY
  let high = y.room?.high ?? Number.NEGATIVE_INFINITY
  const hold = (value: number) => {
    if (value < low) low = value
    if (value > high) high = value
  }
  for (const { points } of series) {
    for (const point of points) {
      if (point.y === null) continue
      hold(point.low ?? point.y)
      hold(point.high ?? point.y)
      hold(point.y)
    }
  }
  for (const { axis, at } of marks) if (axis === 'y') hold(at)
  for (const area of areas) {
    hold(area.low)
    hold(area.high)
  }
  if (low > high) return niceTicks(0, 1)
  return start === 'zero' ? niceTicks(Math.min(0, low), Math.max(0, high)) : niceTicks(low, high)
}
