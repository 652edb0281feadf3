import fc from 'fast-check'
import { expect, test } from 'vitest'
import { incompleteBeta } from './incomplete-beta.ts'
import { logChoose, logGamma } from './log-gamma.ts'
import { median } from './median.ts'
import { medianDistribution, medianRatioInterval } from './median-bootstrap.ts'

// Abramowitz and Stegun, table 6.1 and the factorials.
test.each([
  [0.5, Math.log(Math.sqrt(Math.PI))],
  [1, 0],
  [1.5, -0.120782237635245],
  [11, Math.log(3_628_800)],
  [101, 363.739375555563],
])('ln of gamma(%f) is %f', (x, published) => {
  expect(logGamma(x)).toBeCloseTo(published, 11)
})

test('the logarithm of 10,000 choose 5,000 is finite, although the number has 3,009 digits', () => {
  expect(logChoose(10_000, 5_000) / Math.LN10).toBeCloseTo(3_008.20188, 4)
})

test('the incomplete beta function of whole numbers is a tail of the binomial distribution', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (n, any, p) => {
      const k = 1 + (any % n)
      expect(incompleteBeta(p, k, n - k + 1)).toBeCloseTo(binomialTail(n, p, k), 10)
    }),
  )
})

test('the incomplete beta function is symmetric and has its center for hundreds of thousands of values', () => {
  for (const n of [10, 1_000, 100_000, 1_000_000]) {
    expect(incompleteBeta(0.5, n, n)).toBeCloseTo(0.5, 9)
    const x = 0.5 - 1 / Math.sqrt(8 * n)
    expect(incompleteBeta(x, n, n) + incompleteBeta(1 - x, n, n)).toBeCloseTo(1, 9)
    // One standard deviation below the middle; exact in the limit.
    if (n >= 1_000) expect(incompleteBeta(x, n, n)).toBeCloseTo(0.1587, 3)
  }
})

const positive = fc.double({ min: 0.001, max: 1_000, noNaN: true })
const sample = (minLength: number, maxLength: number) => fc.array(positive, { minLength, maxLength })

test('the distribution agrees with sums of binomial coefficients from 8 to 50 values', () => {
  fc.assert(
    fc.property(sample(8, 50), (values) => {
      const [ours, direct] = [byValue(medianDistribution(values)), byValue(directDistribution(values))]
      for (const [value, weight] of direct) expect(ours.get(value) ?? 0).toBeCloseTo(weight, 10)
    }),
    { numRuns: 30 },
  )
})

test('scaling a side scales the interval, and the order of values does not matter', () => {
  fc.assert(
    fc.property(sample(8, 60), sample(8, 60), positive, (own, base, factor) => {
      const interval = medianRatioInterval(own, base, 0.95)
      const scaled = medianRatioInterval(own.map((value) => value * factor).reverse(), base.toReversed(), 0.95)
      expect(scaled.low / (interval.low * factor)).toBeCloseTo(1, 9)
      expect(scaled.high / (interval.high * factor)).toBeCloseTo(1, 9)
    }),
    { numRuns: 50 },
  )
})

test('a larger coverage contains a smaller one', () => {
  fc.assert(
    fc.property(sample(8, 40), sample(8, 40), (own, base) => {
      const [wide, narrow] = [medianRatioInterval(own, base, 0.99), medianRatioInterval(own, base, 0.9)]
      expect(wide.low).toBeLessThanOrEqual(narrow.low * (1 + 1e-9))
      expect(wide.high).toBeGreaterThanOrEqual(narrow.high * (1 - 1e-9))
    }),
    { numRuns: 50 },
  )
})

/** Normal values with a standard deviation of 3% around a level, from the seeded generator of mulberry32. */
function noisy(count: number, level: number, seed: number): number[] {
  let state = seed >>> 0
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t
    return (((t ^ (t >>> 14)) >>> 0) + 0.5) / 2 ** 32
  }
  return Array.from(
    { length: count },
    () => level * Math.exp(0.03 * Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())),
  )
}

test('the interval contains the ratio of the medians, even if binomial coefficients overflow', () => {
  fc.assert(
    fc.property(fc.integer({ min: 8, max: 3_000 }), fc.integer({ min: 8, max: 3_000 }), fc.nat(), (n, m, seed) => {
      const [own, base] = [noisy(n, 1_000, seed), noisy(m, 900, seed + 1)]
      const { low, high } = medianRatioInterval(own, base, 0.95)
      const ratio = (median(own) ?? 0) / (median(base) ?? 1)
      expect(low).toBeLessThanOrEqual(ratio)
      expect(high).toBeGreaterThanOrEqual(ratio)
      expect(low).toBeLessThan(high)
    }),
    { numRuns: 20 },
  )
})

// The standard error of a median of n normal values is 1.2533 sd / sqrt(n) (Kenney and Keeping 1962, section 3.6).
test.each([1_000, 1_029, 1_100, 4_400, 20_000])('with %i values a side the width is that of theory', (n) => {
  const { low, high } = medianRatioInterval(noisy(n, 1_000, n), noisy(n, 1_000, n + 1), 0.95)
  const expected = 2 * 1.96 * 1.2533 * 0.03 * Math.sqrt(2 / n)
  expect(Math.log(high / low) / expected).toBeGreaterThan(0.75)
  expect(Math.log(high / low) / expected).toBeLessThan(1.3)
})

test('95% intervals cover the true ratio in about 95 of 100 simulated comparisons', () => {
  for (const n of [8, 15, 40]) {
    const covered = Array.from({ length: 400 }, (_, i) => {
      const { low, high } = medianRatioInterval(noisy(n, 1_000, 2 * i), noisy(n, 800, 2 * i + 1), 0.95)
      return low <= 1.25 && high >= 1.25
    }).filter(Boolean).length
    expect(covered / 400).toBeGreaterThan(0.92)
  }
})

const byValue = (distribution: readonly { value: number; weight: number }[]) => {
  const weights = new Map<number, number>()
  for (const { value, weight } of distribution) weights.set(value, (weights.get(value) ?? 0) + weight)
  return weights
}

/** The same distribution by sums of binomial coefficients, which is cubic and overflows from 1,029 values. */
function directDistribution(values: readonly number[]): { value: number; weight: number }[] {
  const sorted = values.toSorted((a, b) => a - b)
  const n = sorted.length
  const [lower, upper] = [Math.ceil(n / 2), Math.floor(n / 2) + 1]
  const at = (i: number) => sorted[i] ?? Number.NaN
  /** P(the lower middle is at most the i-th value and the upper middle at most the j-th), i <= j. */
  const both = (i: number, j: number) => {
    let sum = 0
    for (let k = lower; k <= n; k += 1) {
      const rest = j < n ? binomialTail(n - k, (j - i) / (n - i), Math.max(0, upper - k)) : 1
      sum += choose(n, k) * (i / n) ** k * (1 - i / n) ** (n - k) * rest
    }
    return sum
  }
  return sorted.flatMap((low, i) =>
    sorted.slice(i).map((high, further) => {
      const j = i + further
      const until = (x: number, y: number) => both(Math.min(x, y), y)
      const weight = until(i + 1, j + 1) - until(i, j + 1) - (j > i ? until(i + 1, j) - until(i, j) : 0)
      return { value: n % 2 === 1 ? at(i) : (low + high) / 2, weight }
    }),
  )
}

function binomialTail(n: number, p: number, k: number): number {
  let tail = 0
  for (let i = k; i <= n; i += 1) tail += choose(n, i) * p ** i * (1 - p) ** (n - i)
  return tail
}

function choose(n: number, k: number): number {
  let ways = 1
  for (let i = 1; i <= k; i += 1) ways = (ways * (n - k + i)) / i
  return ways
}
