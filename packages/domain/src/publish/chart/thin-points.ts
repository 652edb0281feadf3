import type { ChartPoint } from './chart-model.ts'

/** Maximum points per series, because a screen cannot show more and drawing would be slow. */
export const MAX_POINTS = 5_000

/**
 * Reduces a series to `most` points: the minimum and the maximum of each stretch in their order, so that no peak is
 * lost. A stretch without values leaves a gap, and points with a note always stay.
 */
export function thinPoints<Point extends ChartPoint>(points: readonly Point[], limit = MAX_POINTS): readonly Point[] {
  if (points.length <= limit) return points
  const noted = points.filter(({ note }) => note !== undefined).length
  // Each stretch contributes two points.
  const stretch = Math.ceil(points.length / Math.max(1, Math.floor((limit - noted) / 2)))
  const remaining: Point[] = []
  for (let from = 0; from < points.length; from += stretch)
    remaining.push(...extremes(points.slice(from, from + stretch)))
  return remaining
}

function extremes<Point extends ChartPoint>(stretch: readonly Point[]): Point[] {
  let low: Point | undefined
  let high: Point | undefined
  for (const point of stretch) {
    if (point.y === null) continue
    if (low?.y == null || point.y < low.y) low = point
    if (high?.y == null || point.y > high.y) high = point
  }
  if (low === undefined) return stretch.slice(0, 1)
  return stretch.filter((point) => point === low || point === high || point.note !== undefined)
}
