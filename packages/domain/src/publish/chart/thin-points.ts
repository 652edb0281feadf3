import type { ChartPoint } from './chart-model.ts'

/** Maximum points per series: more cannot be distinguished on a screen and slow the drawing down. */
export const MAX_POINTS = 5_000

/**
 * At most `most` points of a series: the lowest and the highest of each stretch, in their order, so that no peak is
 * lost. A stretch without any value leaves a gap, and a point with a note always stays.
 */
export function thinPoints<Point extends ChartPoint>(points: readonly Point[], most = MAX_POINTS): readonly Point[] {
  if (points.length <= most) return points
  const noted = points.filter(({ note }) => note !== undefined).length
  // Two points come of each stretch.
  const stretch = Math.ceil(points.length / Math.max(1, Math.floor((most - noted) / 2)))
  const kept: Point[] = []
  for (let from = 0; from < points.length; from += stretch) kept.push(...extremes(points.slice(from, from + stretch)))
  return kept
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
