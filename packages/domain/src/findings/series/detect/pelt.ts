import { MIN_SEGMENT } from './min-segment.ts'

/** Candidates are pruned only now and then, because pruning costs as much as the search itself. */
const PRUNE_EVERY = 16

/**
 * The cuts that minimize (squared deviations from the mean of each segment) / variance + penalty x cuts, exactly, by
 * optimal partitioning with pruning: PELT, https://doi.org/10.1080/01621459.2012.737745. Segments have at least
 * MIN_SEGMENT points.
 *
 * @returns index of the first point of each segment except the first, ascending.
 */
export function optimalCuts(series: Float64Array, variance: number, penalty: number): number[] {
  const count = series.length
  if (count < 2 * MIN_SEGMENT) return []
  const { sums, shares, cost, previous, starts, startSums, startCosts } = scratchFor(count)
  fillSums(series, sums)
  for (let i = 1; i <= count; i++) shares[i] = 1 / variance / i
  // Minimum cost of the first t points, without the sum of squares that all segmentations share.
  cost[0] = -penalty
  let open = 0
  // Indexes below are in range: t <= count, j < open, and starts are indexes below t.
  for (let t = MIN_SEGMENT; t <= count; t++) {
    const newest = t - MIN_SEGMENT
    if (newest === 0 || newest >= MIN_SEGMENT) {
      starts[open] = newest
      startSums[open] = sums[newest] as number
      startCosts[open++] = cost[newest] as number
    }
    // Only the last level may end in the last two points, so their costs are not needed.
    if (t < count && t > count - MIN_SEGMENT) continue
    const sum = sums[t] as number
    let best = Number.POSITIVE_INFINITY
    let bestAt = 0
    for (let j = 0; j < open; j++) {
      const over = sum - (startSums[j] as number)
      const found = (startCosts[j] as number) - over * over * (shares[t - (starts[j] as number)] as number)
      if (found < best) {
        best = found
        bestAt = j
      }
    }
    cost[t] = best + penalty
    previous[t] = starts[bestAt] as number
    // Near the end no later cut can replace a candidate, so none is dropped.
    if (t % PRUNE_EVERY === 0 && t <= count - MIN_SEGMENT) {
      let remaining = 0
      for (let j = 0; j < open; j++) {
        const s = starts[j] as number
        const over = sum - (startSums[j] as number)
        // A candidate that costs more than a cut here, even without a penalty, will always cost more.
        if ((startCosts[j] as number) - over * over * (shares[t - s] as number) > best + penalty) continue
        starts[remaining] = s
        startSums[remaining] = startSums[j] as number
        startCosts[remaining++] = startCosts[j] as number
      }
      open = remaining
    }
  }
  return traceBack(previous, count)
}

/** Prefix sums of 0, 1 ... n values. The first value is subtracted for precision when levels are far from 0. */
function fillSums(series: Float64Array, sums: Float64Array) {
  const origin = series[0] ?? 0
  let sum = 0
  sums[0] = 0
  for (let i = 0; i < series.length; i++) {
    sum += (series[i] as number) - origin // i < length
    sums[i + 1] = sum
  }
}

type Scratch = Readonly<
  Record<'sums' | 'shares' | 'cost' | 'startSums' | 'startCosts', Float64Array> &
    Record<'previous' | 'starts', Int32Array>
>

// A buffer that calls share, because a thread runs one search at a time and allocation would cost as much as searching
// a short series.
let scratch: Scratch = makeScratch(256)

function scratchFor(count: number): Scratch {
  if (count >= scratch.sums.length) scratch = makeScratch(2 * count)
  return scratch
}

function makeScratch(size: number): Scratch {
  const floats = () => new Float64Array(size + 1)
  const indexes = () => new Int32Array(size + 1)
  return {
    sums: floats(),
    shares: floats(),
    cost: floats(),
    startSums: floats(),
    startCosts: floats(),
    previous: indexes(),
    starts: indexes(),
  }
}

function traceBack(previous: Int32Array, count: number): number[] {
  const cuts: number[] = []
  for (let at = previous[count] ?? 0; at > 0; at = previous[at] ?? 0) cuts.push(at)
  return cuts.reverse()
}
