import type { ChartModel } from './chart-model.ts'
import { niceTicks } from './nice-ticks.ts'

/** Factors around the values that an axis near them includes, so that noise of 1% does not look like a regression. */
const MIN_ROOM = { low: 0.9, high: 1.1 }

/**
 * The start of an axis that nobody chose: near the values for lines and points of ratios to a base, whose distance to
 * zero means nothing, and at zero for all others.
 */
export function usualStart({ draw, y }: Pick<ChartModel, 'draw' | 'y'>): AxisStart {
  const isNear = y.start === 'near' || (y.format === 'ratio' && y.unit === '' && (y.room?.low ?? 1) > 0)
  return isNear && (draw === 'line' || draw === 'scatter') ? 'cropped' : 'zero'
}

/** Start of the vertical axis: at zero, so that small variations look small, or just below the lowest value. */
export type AxisStart = 'zero' | 'cropped'

/**
 * Ticks of the vertical axis; the first and the last are its ends. They include every value, range of repeats,
 * horizontal mark and band of the chart, and its padding.
 */
export function valueAxis(
  { series, marks = [], areas = [], y, draw }: Pick<ChartModel, 'series' | 'marks' | 'areas' | 'y' | 'draw'>,
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
  if (start === 'zero') return niceTicks(Math.min(0, low), Math.max(0, high))
  return usualStart({ draw, y }) === 'zero'
    ? niceTicks(low, high)
    : niceTicks(...withRoom(low, high, y.format === 'ratio'))
}

/** Adds the least room around the values; ratios have it around 1. */
function withRoom(low: number, high: number, isRatio: boolean): [number, number] {
  const middle = isRatio ? 1 : (low + high) / 2
  return middle <= 0 ? [low, high] : [Math.min(low, middle * MIN_ROOM.low), Math.max(high, middle * MIN_ROOM.high)]
}
