/** A stretch of equally spaced values with one mean: `start` inclusive, `end` exclusive. */
export type Segment = { start: number; end: number; mean: number; squares: number }

/**
 * The split into segments of constant mean with the least sum of squared errors plus `penalty` for each change: the
 * optimal partitioning of Jackson et al. 2005, exact, in time of the square of the length.
 *
 * @param values in units of the standard deviation of their noise; not empty.
 */
export function bestSegments(values: readonly number[], penalty: number): Segment[] {
  const error = squaredErrors(values)
  const count = values.length
  const cost = [-penalty]
  const previous = [0]
  for (let end = 1; end <= count; end += 1) {
    cost[end] = Number.POSITIVE_INFINITY
    for (let start = 0; start < end; start += 1) {
      const total = (cost[start] ?? 0) + error(start, end) + penalty
      if (total < (cost[end] ?? 0)) {
        cost[end] = total
        previous[end] = start
      }
    }
  }
  const segments: Segment[] = []
  for (let end = count; end > 0; end = previous[end] ?? 0) {
    const start = previous[end] ?? 0
    const own = values.slice(start, end)
    segments.unshift({
      start,
      end,
      mean: own.reduce((sum, value) => sum + value, 0) / own.length,
      squares: error(start, end),
    })
  }
  return segments
}

/**
 * Sum of squared differences from the mean of any segment, from cumulative sums; values are shifted to preserve
 * precision.
 */
function squaredErrors(values: readonly number[]): (start: number, end: number) => number {
  const origin = values[0] ?? 0
  const [sums, squares] = [[0], [0]]
  for (const [i, value] of values.entries()) {
    sums.push((sums[i] ?? 0) + value - origin)
    squares.push((squares[i] ?? 0) + (value - origin) ** 2)
  }
  return (start, end) => {
    const sum = (sums[end] ?? 0) - (sums[start] ?? 0)
    return Math.max(0, (squares[end] ?? 0) - (squares[start] ?? 0) - sum ** 2 / (end - start))
  }
}
