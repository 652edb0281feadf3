import { incompleteBeta } from './incomplete-beta.ts'
import { logChoose } from './log-gamma.ts'

/** Values of the median of a resample, smallest first, each with its probability. */
type Distribution = readonly { value: number; weight: number }[]

/**
 * Order statistics that are the median with a smaller probability are left out: they change no digit of an interval.
 */
const NEGLIGIBLE = 1e-13
/** The same limit for a pair of middle values, which is smaller because each value is in dozens of pairs. */
const NEGLIGIBLE_PAIR = 1e-14
/** The bisection stops where the limits differ by less than this share. */
const PRECISION = 1e-11
const MAX_STEPS = 200

/**
 * Percentile bootstrap interval of the ratio of two medians, computed exactly, without resampling: the distribution of the
 * median of a resample is known in closed form (Maritz and Jarrett 1978, Efron 1979, section 3), from order statistics
 * whose probabilities are regularized incomplete beta functions. After sorting, the cost grows with sqrt(n), because the
 * median of a resample is practically never far from the middle of the sample.
 *
 * @param own values above 0, in any order. With fewer than 8 the interval is known to be too narrow. Likewise `base`.
 * @param coverage such as 0.95.
 */
export function medianRatioInterval(
  own: readonly number[],
  base: readonly number[],
  coverage: number,
): { low: number; high: number } {
  const [a, b] = [medianDistribution(own), medianDistribution(base)]
  return { low: ratioQuantile(a, b, (1 - coverage) / 2), high: ratioQuantile(a, b, (1 + coverage) / 2) }
}

/** Distribution of the median of a resample of the size of the sample, drawn with replacement. */
export function medianDistribution(values: readonly number[]): Distribution {
  const sorted = Float64Array.from(values).sort()
  const found = sorted.length % 2 === 1 ? oddMedians(sorted) : evenMedians(sorted)
  const total = found.reduce((sum, { weight }) => sum + weight, 0)
  return found.sort((a, b) => a.value - b.value).map(({ value, weight }) => ({ value, weight: weight / total }))
}

type Weighted = { value: number; weight: number }

function oddMedians(sorted: Float64Array): Weighted[] {
  const chances = chancesOf(sorted.length, (sorted.length + 1) / 2)
  return chances.map(({ index, chance }) => ({ value: sorted[index] ?? Number.NaN, weight: chance }))
}

/** The median of an even number of values is the mean of the two middle ones: all likely pairs of these. */
function evenMedians(sorted: Float64Array): Weighted[] {
  const half = sorted.length / 2
  return chancesOf(sorted.length, half).flatMap(({ index, chance }) => {
    const low = sorted[index] ?? Number.NaN
    const pairs = differentMiddles(sorted.length, index).map(({ other, weight }) => ({
      value: (low + (sorted[other] ?? low)) / 2,
      weight,
    }))
    const apart = pairs.reduce((sum, { weight }) => sum + weight, 0)
    return [...pairs, { value: low, weight: Math.max(0, chance - apart) }]
  })
}

/**
 * Probability that the lower middle value of a resample of even size n is the value at `index` and the upper middle one
 * is that at `other`, a later one: half of the resample is at `index` or below with at least one draw at `index`, the
 * other half at `other` or above with at least one draw at `other`. It falls exponentially with the distance, so the
 * pairs end where it is negligible.
 */
function differentMiddles(n: number, index: number): { other: number; weight: number }[] {
  const half = n / 2
  const below = logChoose(n, half) + half * Math.log((index + 1) / n) + logTouches(half, index + 1)
  const pairs = []
  for (let other = index + 1; other < n; other += 1) {
    const weight = Math.exp(below + half * Math.log((n - other) / n) + logTouches(half, n - other))
    pairs.push({ other, weight })
    if (weight < NEGLIGIBLE_PAIR) break
  }
  return pairs
}

/** ln of the probability that at least one of `half` draws from `count` equally likely values is the last of them. */
const logTouches = (half: number, count: number) =>
  count === 1 ? 0 : Math.log(-Math.expm1(half * Math.log1p(-1 / count)))

/**
 * Probability of each value of a sorted sample to be the k-th smallest of a resample: P(index <= i) is
 * I_(i+1)/n(k, n - k + 1). Only the values that are not negligible, in order.
 */
function chancesOf(n: number, k: number): { index: number; chance: number }[] {
  const atMost = (index: number) => incompleteBeta((index + 1) / n, k, n - k + 1)
  const found: { index: number; chance: number }[] = []
  const middle = Math.min(n - 1, Math.round(((k - 0.5) / n) * n))
  for (let index = middle, above = atMost(index); index >= 0 && above >= NEGLIGIBLE; index -= 1) {
    const below = atMost(index - 1)
    found.push({ index, chance: above - below })
    above = below
  }
  found.reverse()
  for (let index = middle + 1, below = atMost(middle); index < n && 1 - below >= NEGLIGIBLE; index += 1) {
    const above = atMost(index)
    found.push({ index, chance: above - below })
    below = above
  }
  return found
}

/** The smallest ratio that at least this share of pairs of medians does not exceed, by bisection between the extremes. */
function ratioQuantile(own: Distribution, base: Distribution, share: number): number {
  const extreme = (of: Distribution, at: 0 | -1) => Math.log(of.at(at)?.value ?? Number.NaN)
  let low = extreme(own, 0) - extreme(base, -1)
  let high = extreme(own, -1) - extreme(base, 0)
  for (let step = 0; step < MAX_STEPS && high - low > PRECISION; step += 1) {
    const between = (low + high) / 2
    if (shareUpTo(own, base, Math.exp(between)) >= share) high = between
    else low = between
  }
  return Math.exp(high)
}

/** P(own / base <= ratio). Both are sorted, so the index of the smallest sufficient base only moves one way. */
function shareUpTo(own: Distribution, base: Distribution, ratio: number): number {
  let first = 0
  let enough = 1
  let share = 0
  for (const { value, weight } of own) {
    for (let next = base[first]; next !== undefined && next.value * ratio < value; next = base[first]) {
      enough -= next.weight
      first += 1
    }
    share += weight * Math.max(0, enough)
  }
  return share
}
