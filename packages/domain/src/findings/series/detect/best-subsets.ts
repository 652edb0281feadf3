/**
 * Minimum sum of squares around the levels for each number of cuts, over all subsets of the given cuts, by dynamic
 * programming (Bellman 1961).
 *
 * @param cuts ascending; the time grows with the cube of their number.
 * @returns squares by number of cuts.
 */
export function bestSubsets(series: Float64Array, cuts: readonly number[]): number[] {
  const bounds = [0, ...cuts, series.length]
  const { sums, squares } = sumsOf(series, bounds)
  const costOf = (from: number, to: number) => {
    const sum = (sums[to] ?? 0) - (sums[from] ?? 0)
    const points = (bounds[to] ?? 0) - (bounds[from] ?? 0)
    return Math.max(0, (squares[to] ?? 0) - (squares[from] ?? 0) - (sum * sum) / points)
  }
  const last = cuts.length + 1
  // Minimum cost up to each bound, with the number of cuts of the current iteration.
  const costs = bounds.map((_, to) => (to === 0 ? 0 : costOf(0, to)))
  const lowestCosts = [costs[last] ?? 0]
  for (let count = 1; count <= cuts.length; count++) {
    for (let to = last; to > count; to--) {
      let best = Number.POSITIVE_INFINITY
      for (let from = count; from < to; from++) best = Math.min(best, (costs[from] ?? 0) + costOf(from, to))
      costs[to] = best
    }
    lowestCosts.push(costs[last] ?? 0)
  }
  return lowestCosts
}

/** Prefix sums of the values and of their squares at each bound. The first value is subtracted for precision. */
function sumsOf(series: Float64Array, bounds: readonly number[]): { sums: number[]; squares: number[] } {
  const [sums, squares]: [number[], number[]] = [[], []]
  const origin = series[0] ?? 0
  let sum = 0
  let square = 0
  let at = 0
  for (const bound of bounds) {
    for (; at < bound; at++) {
      const value = (series[at] ?? 0) - origin
      sum += value
      square += value * value
    }
    sums.push(sum)
    squares.push(square)
  }
  return { sums, squares }
}
