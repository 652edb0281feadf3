/** Values that a median of a resample takes, smallest first, each with its chance. */
type Distribution = readonly { value: number; weight: number }[]

const STEPS = 60

/**
 * Percentile bootstrap interval of the ratio of two medians, exact: the distribution of the median of a resample is
 * known in closed form (Efron 1979 for odd sizes; even ones from the two middle order statistics), so that nothing is
 * drawn, no seed decides and 2,000 resamples or a million say the same.
 *
 * @param own above 0; below 8 values the interval is known to be too narrow. Likewise `base`.
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

/** Of the medians of all resamples of a sample, each of its size. */
export function medianDistribution(values: readonly number[]): Distribution {
  const sorted = values.toSorted((a, b) => a - b)
  const n = sorted.length
  const half = Math.floor(n / 2)
  const middle = half + (n % 2)
  // P(the k-th smallest of a resample is at most the i-th value) = P(Binomial(n, i / n) >= k).
  const atMost = sorted.map((_, i) => binomialTail(n, (i + 1) / n, middle))
  const chance = (i: number) => (atMost[i] ?? 0) - (i === 0 ? 0 : (atMost[i - 1] ?? 0))
  if (n % 2 === 1) return sorted.map((value, i) => ({ value, weight: chance(i) }))
  const found: { value: number; weight: number }[] = []
  const ways = choose(n, half)
  for (const [i, low] of sorted.entries()) {
    let apart = 0
    for (let j = i + 1; j < n; j += 1) {
      // Half of the resample lies at i or below and touches it, the other half at j or above and touches it.
      const below = ((i + 1) / n) ** half - (i / n) ** half
      const above = ((n - j) / n) ** half - ((n - j - 1) / n) ** half
      const weight = ways * below * above
      apart += weight
      found.push({ value: (low + (sorted[j] ?? low)) / 2, weight })
    }
    found.push({ value: low, weight: Math.max(0, chance(i) - apart) })
  }
  return found.sort((a, b) => a.value - b.value)
}

/** The smallest ratio that at least this share of pairs does not exceed, by halving between the extremes. */
function ratioQuantile(own: Distribution, base: Distribution, share: number): number {
  const extreme = (of: Distribution, at: 0 | -1) => Math.log(of.at(at)?.value ?? Number.NaN)
  let low = extreme(own, 0) - extreme(base, -1)
  let high = extreme(own, -1) - extreme(base, 0)
  for (let step = 0; step < STEPS; step += 1) {
    const between = (low + high) / 2
    if (shareUpTo(own, base, Math.exp(between)) >= share) high = between
    else low = between
  }
  return Math.exp(high)
}

/** P(own / base <= ratio). Both are sorted, so the bases that are large enough only become fewer. */
function shareUpTo(own: Distribution, base: Distribution, ratio: number): number {
  let first = 0
  let enough = base.reduce((all, { weight }) => all + weight, 0)
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

/** P(Binomial(n, p) >= k). */
function binomialTail(n: number, p: number, k: number): number {
  if (p >= 1) return 1
  let tail = 0
  for (let i = k; i <= n; i += 1) tail += choose(n, i) * p ** i * (1 - p) ** (n - i)
  return tail
}

function choose(n: number, k: number): number {
  let ways = 1
  for (let i = 1; i <= k; i += 1) ways = (ways * (n - k + i)) / i
  return ways
}
