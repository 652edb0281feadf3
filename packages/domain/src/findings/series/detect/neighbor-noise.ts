/** Noise around the levels of a series, on its working scale. */
export type Noise = {
  /** Variance of one point. */
  variance: number
  /** Correlation of neighboring points; 0 if insignificant. */
  correlation: number
  /** Factor by which correlation increases the variance of the mean of many points: (1 + c) / (1 - c). */
  inflation: number
}

/** Median |difference of neighboring points| / standard deviation of a point, for normal noise: 0.6745 x sqrt 2. */
export const MEDIAN_DIFFERENCE = 0.9539
/** Maximum difference in SDs: a step is not noise, and over three points it occurs three times. */
const FARTHEST_DIFFERENCE = 3
/** Smaller estimates, or those below their standard error of 1 / sqrt(n), count as 0. */
const MIN_CORRELATION = 0.1
const MAX_CORRELATION = 0.9
/** Minimum points for an estimate of the correlation; in shorter series one step looks the same. */
const MIN_COUNT_FOR_CORRELATION = 40

// A buffer that calls share, because a thread measures one series at a time.
let differences = new Float64Array(256)

/**
 * SD of a point from the median difference of neighboring points, at least `resolution`; it tolerates steps in up to
 * half of the differences.
 */
export function roughNoise(series: Float64Array, resolution: number): number {
  const count = series.length - 1
  if (count > differences.length) differences = new Float64Array(2 * count)
  for (let i = 0; i < count; i++) differences[i] = Math.abs(at(series, i + 1) - at(series, i))
  return Math.max(resolution, smallestAt(differences, count >> 1, count) / MEDIAN_DIFFERENCE)
}

/**
 * The value at index `place` of the first `count` values in sorted order, by Hoare's selection in place, which is
 * several times as fast as sorting.
 */
export function smallestAt(values: Float64Array, index: number, count = values.length): number {
  let low = 0
  let high = count - 1
  while (low < high) {
    const pivot = at(values, (low + high) >> 1)
    let i = low
    let j = high
    while (i <= j) {
      while (at(values, i) < pivot) i++
      while (at(values, j) > pivot) j--
      if (i > j) break
      const value = at(values, i)
      values[i++] = at(values, j)
      values[j--] = value
    }
    if (index <= j) high = j
    else if (index >= i) low = i
    else break
  }
  return at(values, index)
}

/**
 * Variance and correlation from differences over one, two and three points, which first-order noise relates as 1 : 1 +
 * c : 1 + c + c^2. Levels cancel out of them.
 */
export function measureNoise(series: Float64Array, rough: number, resolution: number): Noise {
  const limit = (FARTHEST_DIFFERENCE * Math.SQRT2 * rough) ** 2
  const one = meanSquaredDifference(series, 1, limit)
  const two = meanSquaredDifference(series, 2, limit)
  const three = meanSquaredDifference(series, 3, limit)
  const fromTwo = two / one - 1
  const fromThree = three > one ? (Math.sqrt(4 * (three / one) - 3) - 1) / 2 : 0
  const seen = (fromTwo + fromThree) / 2
  const threshold = Math.max(MIN_CORRELATION, 1 / Math.sqrt(series.length))
  const isKnown = series.length >= MIN_COUNT_FOR_CORRELATION && seen >= threshold
  const correlation = isKnown ? Math.min(seen, MAX_CORRELATION) : 0
  return {
    variance: Math.max(one / 2 / (1 - correlation), resolution ** 2),
    correlation,
    inflation: (1 + correlation) / (1 - correlation),
  }
}

/** Variance of the mean of `count` points with this correlation, relative to independent points. */
export function varianceFactor(correlation: number, count: number): number {
  if (correlation === 0) return 1
  const rest = 1 - correlation
  return (1 + correlation) / rest - (2 * correlation * (1 - correlation ** count)) / (count * rest * rest)
}

function meanSquaredDifference(series: Float64Array, lag: number, limit: number): number {
  let sum = 0
  let count = 0
  for (let i = lag; i < series.length; i++) {
    const difference = at(series, i) - at(series, i - lag)
    const square = difference * difference
    if (square > limit) continue
    sum += square
    count++
  }
  return Math.max(sum / Math.max(count, 1), Number.MIN_VALUE)
}

// Indexes are in range by construction; `?? 0` satisfies the type checker at no cost.
const at = (series: Float64Array, index: number) => series[index] ?? 0
