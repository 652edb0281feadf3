import fc from 'fast-check'
import { expect, test } from 'vitest'
import { adjustedP } from './false-discovery-rate.ts'
import { mannWhitneyP } from './mann-whitney.ts'
import { median } from './median.ts'
import { medianDistribution, medianRatioInterval } from './median-bootstrap.ts'
import { tQuantile, tTwoSidedP } from './student-t.ts'

// NIST/SEMATECH e-Handbook of Statistical Methods, section 1.3.6.7.2: upper critical values of Student's t.
test.each([
  [0.975, 1, 12.706],
  [0.99, 9, 2.821],
  [0.975, 10, 2.228],
  [0.95, 4, 2.132],
  [0.999, 30, 3.385],
  [0.975, 100, 1.984],
])('the t quantile of %f with %i degrees of freedom is %f (NIST)', (p, df, published) => {
  expect(tQuantile(p, df)).toBeCloseTo(published, 3)
})

// The same handbook: with many degrees of freedom t is the standard normal, whose 97.7% quantile is 1.995.
test('with many degrees of freedom the quantile is that of the normal distribution', () => {
  expect(tQuantile(0.977, 1e6)).toBeCloseTo(1.995, 3)
})

test('the two-sided p of a quantile is twice its tail', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.5001, max: 0.9999, noNaN: true }),
      fc.double({ min: 1, max: 200, noNaN: true }),
      (p, df) => {
        expect(tTwoSidedP(tQuantile(p, df), df)).toBeCloseTo(2 * (1 - p), 6)
      },
    ),
  )
  expect(tTwoSidedP(Number.NEGATIVE_INFINITY, 5)).toBe(0)
})

// The smallest p that n + n values can reach is 2 / C(2n, n): Mann and Whitney 1947, table I.
test.each([
  [3, 0.1],
  [4, 0.029],
  [5, 0.0079],
  [6, 0.0022],
  [7, 0.0006],
])('%i + %i separated values have p %f', (n, published) => {
  const low = Array.from({ length: n }, (_, i) => i)
  const high = low.map((i) => i + 100)
  expect(mannWhitneyP(low, high)).toBeCloseTo(published, published < 0.01 ? 4 : 3)
  expect(mannWhitneyP(high, low)).toBe(mannWhitneyP(low, high))
})

// Hollander and Wolfe, Nonparametric Statistical Methods, example 4.1 (permeability of membranes): W = 35 of 10 and 5
// values, one-sided exact p 0.1272, two-sided 0.2544; also the example of R's wilcox.test.
test('the permeability example of Hollander and Wolfe', () => {
  const term = [0.8, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46]
  const early = [1.15, 0.88, 0.9, 0.74, 1.21]
  expect(mannWhitneyP(term, early)).toBeCloseTo(0.2544, 4)
})

test('ties have no weight, and the approximation for many values continues the exact one', () => {
  expect(mannWhitneyP([1, 1, 1], [1, 1, 1])).toBe(1)
  const half = (n: number, from: number) => Array.from({ length: n }, (_, i) => from + ((i * 7919) % 31))
  const [exact, approximate] = [mannWhitneyP(half(30, 0), half(30, 4)), mannWhitneyP(half(31, 0), half(31, 4))]
  expect(Math.abs(exact - approximate)).toBeLessThan(0.03)
})

// Benjamini and Hochberg 1995, section 4.1: 15 tests of the thrombolysis trial, of which q = 0.05 calls the first four.
test('the worked example of Benjamini and Hochberg', () => {
  const ps = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1,
  ]
  const called = (q: number) => adjustedP(ps).filter((p) => p <= q).length
  expect(called(0.05)).toBe(4)
  expect(adjustedP(ps)[3]).toBeCloseTo((0.0095 * 15) / 4, 12)
})

test('adjusted p values are at least the plain ones and keep their order for any input order', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 }), (ps) => {
      const adjusted = adjustedP(ps)
      for (const [i, p] of ps.entries()) {
        expect(adjusted[i]).toBeGreaterThanOrEqual(p)
        for (const [j, other] of ps.entries()) if (p < other) expect(adjusted[i]).toBeLessThanOrEqual(adjusted[j] ?? 1)
      }
    }),
  )
})

test('the distribution of the median equals that of all resamples', () => {
  for (const sample of [
    [5, 1, 3],
    [2, 9, 4, 7],
  ]) {
    const n = sample.length
    const counts = new Map<number, number>()
    for (let code = 0; code < n ** n; code += 1) {
      const resample = sample.map((_, i) => sample[Math.floor(code / n ** i) % n] ?? 0)
      const middle = median(resample) ?? 0
      counts.set(middle, (counts.get(middle) ?? 0) + 1 / n ** n)
    }
    const ours = new Map<number, number>()
    for (const { value, weight } of medianDistribution(sample)) ours.set(value, (ours.get(value) ?? 0) + weight)
    for (const [value, weight] of counts) expect(ours.get(value)).toBeCloseTo(weight, 12)
    expect([...ours.values()].reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12)
  }
})

test('the interval of a ratio of medians turns over with its sides and scales with them', () => {
  const own = [98, 101, 99, 104, 97, 100, 103, 102]
  const base = [110, 108, 113, 109, 111, 107, 112, 106]
  const there = medianRatioInterval(own, base, 0.95)
  const back = medianRatioInterval(base, own, 0.95)
  expect(there.low).toBeGreaterThan(0.88)
  expect(there.high).toBeLessThan(0.96)
  expect(there.low * back.high).toBeCloseTo(1, 2)
  expect(
    medianRatioInterval(
      own.map((v) => v * 7),
      base,
      0.95,
    ).high,
  ).toBeCloseTo(there.high * 7, 9)
})
