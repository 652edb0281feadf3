import { MIN_SEGMENT } from './min-segment.ts'

/** Candidates are thinned out now and then: looking for hopeless ones costs as much as the search itself. */
const PRUNE_EVERY = 16

/**
 * The cuts that minimise (squared deviations from the mean of each segment) / variance + penalty x cuts, exactly, by
 * optimal partitioning with pruning: PELT, https://doi.org/10.1080/01621459.2012.737745. Segments have at least
 * MIN_SEGMENT points.
 *
 * @returns index of the first point of each segment but the first, ascending.
 */
export function optimalCuts(series: Float64Array, variance: number, penalty: number): number[] {
  const count = series.length
  const sums = sumsOf(series)
  const shares = reciprocals(count, 1 / variance)
  // Cost of the best cuts of the first t points, without the sum of squares that all of them share.
  const cost = new Float64Array(count + 1)
  const previous = new Int32Array(count + 1)
  const candidates = new Int32Array(count + 1)
  cost[0] = -penalty
  let open = 0
  // Indexes below stay within their arrays: t <= count, j < open, and candidates are indexes below t.
  for (let t = MIN_SEGMENT; t <= count; t++) {
    const newest = t - MIN_SEGMENT
    if (newest === 0 || newest >= MIN_SEGMENT) candidates[open++] = newest
    const sum = sums[t] as number
    let best = Number.POSITIVE_INFINITY
    let bestAt = 0
    for (let j = 0; j < open; j++) {
      const s = candidates[j] as number
      const over = sum - (sums[s] as number)
      const found = (cost[s] as number) - over * over * (shares[t - s] as number)
      if (found < best) {
        best = found
        bestAt = s
      }
    }
    cost[t] = best + penalty
    previous[t] = bestAt
    // Close to the end no later cut can take the place of a candidate, so none is dropped.
    if (t % PRUNE_EVERY === 0 && t <= count - MIN_SEGMENT) {
      let kept = 0
      for (let j = 0; j < open; j++) {
        const s = candidates[j] as number
        const over = sum - (sums[s] as number)
        // Without a penalty it costs more than a cut here, and so it always will.
        if ((cost[s] as number) - over * over * (shares[t - s] as number) <= best + penalty) candidates[kept++] = s
      }
      open = kept
    }
  }
  return traceBack(previous, count)
}

/** Sums of the first 0, 1 ... n values, each less the first, which keeps digits when levels are far from 0. */
function sumsOf(series: Float64Array): Float64Array {
  const sums = new Float64Array(series.length + 1)
  const origin = series[0] ?? 0
  let sum = 0
  for (let i = 0; i < series.length; i++) {
    sum += (series[i] as number) - origin // i < length
    sums[i + 1] = sum
  }
  return sums
}

function reciprocals(count: number, share: number): Float64Array {
  const found = new Float64Array(count + 1)
  for (let i = 1; i <= count; i++) found[i] = share / i
  return found
}

function traceBack(previous: Int32Array, count: number): number[] {
  const cuts: number[] = []
  for (let at = previous[count] ?? 0; at > 0; at = previous[at] ?? 0) cuts.push(at)
  return cuts.reverse()
}
