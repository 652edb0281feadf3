import { makeSeries, normals } from '@assay/testing/findings/make-series'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeLevels, findChangePoints } from './change-points.ts'
import { confirmCorrelated } from './correlated-cuts.ts'
import { fitWave } from './fit-wave.ts'
import { fitCurve, fitLine, fitRamp } from './slow-shapes.ts'
import { twoRegimes } from './two-regimes.ts'

const SEEDS = Array.from({ length: 40 }, (_, seed) => 1_000 + seed)

const described = (level: (seed: number) => (index: number) => number, sd: number) =>
  SEEDS.map((seed) => describeLevels(makeSeries(seed, { level: level(seed), sd })))
const withChanges = (all: readonly { cuts: readonly number[] }[]) => all.filter(({ cuts }) => cuts.length > 0).length

test('a slow slide of 10%, up or down, is a drift and not several steps', () => {
  const all = described((seed) => (i) => 1 + ((seed % 2 === 0 ? 0.1 : -0.1) * i) / 100, 0.01)
  expect(withChanges(all)).toBeLessThanOrEqual(3)
  expect(all.filter(({ movement }) => movement === 'drift').length).toBeGreaterThan(32)
})

test('a wave of 30 points has no change point', () => {
  const all = described((seed) => (i) => 1 + 0.03 * Math.sin((2 * Math.PI * i) / 30 + seed), 0.01)
  expect(withChanges(all)).toBeLessThanOrEqual(3)
  expect(all.filter(({ movement }) => movement === 'wave').length).toBeGreaterThan(32)
})

test('a machine that switches between two levels has no change point', () => {
  const all = SEEDS.map((seed) => describeLevels(switching(seed)))
  expect(withChanges(all)).toBeLessThanOrEqual(3)
  expect(all.some(({ movement }) => movement === 'two regimes')).toBe(true)
})

test('a step is found at its position with a wave, and with noise of two levels', () => {
  for (const seed of SEEDS.slice(0, 10)) {
    const step = (i: number) => (i < 55 ? 1 : 0.88)
    const wave = makeSeries(seed, { level: (i) => step(i) + 0.02 * Math.sin((2 * Math.PI * i) / 30 + seed), sd: 0.01 })
    const regimes = makeSeries(seed, { level: step, sd: 0.01 }).map(
      (value, i) => value * (1 - 0.03 * (((i * 7919) >> 3) & 1)),
    )
    for (const values of [wave, regimes]) {
      expect(findChangePoints(values).some((cut) => Math.abs(cut - 55) <= 2)).toBe(true)
    }
  }
})

test('a dip of five points is found with both of its ends', () => {
  const found = SEEDS.filter((seed) => {
    const cuts = findChangePoints(makeSeries(seed, { level: (i) => (i >= 40 && i < 45 ? 0.9 : 1), sd: 0.02 }))
    return cuts.length === 2 && Math.abs((cuts[0] ?? 0) - 40) <= 1 && Math.abs((cuts[1] ?? 0) - 45) <= 1
  })
  expect(found.length).toBeGreaterThan(32)
})

test('a single step is not drift, wave or second regime', () => {
  const all = described(() => (i) => (i < 50 ? 1 : 1.06), 0.01)
  expect(all.every(({ cuts }) => cuts.some((cut) => Math.abs(cut - 50) <= 1))).toBe(true)
  expect(all.filter(({ movement, cuts }) => movement === null && cuts.length === 1).length).toBeGreaterThan(36)
})

test('correlated noise raises few alarms', () => {
  const alarms = SEEDS.filter((seed) => findChangePoints(correlated(seed, 0.8)).length > 0)
  expect(alarms.length).toBeLessThanOrEqual(4)
})

test('the fitted shapes reproduce generated ones, around 0', () => {
  const series = (shape: (i: number) => number) => Float64Array.from({ length: 120 }, (_, i) => shape(i))
  const shapes: [(series: Float64Array) => Float64Array, (i: number) => number][] = [
    [fitLine, (i) => 2 - 0.3 * i],
    [fitCurve, (i) => 1 + 0.1 * i - 0.002 * i ** 2],
    [fitRamp, (i) => 5 + Math.min(1, Math.max(0, (i - 30) / 53))],
    [fitWave, (i) => 3 + Math.sin((2 * Math.PI * i) / 24 + 1)],
  ]
  for (const [fitted, shape] of shapes) {
    const values = series(shape)
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    const rest = fitted(values).map((value, i) => value + mean - (values[i] ?? 0))
    const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0))
    expect(Math.sqrt(rest.reduce((sum, value) => sum + value ** 2, 0)) / spread).toBeLessThan(0.08)
  }
})

const anyValues = fc.array(fc.double({ min: -10, max: 10, noNaN: true }), { minLength: 6, maxLength: 120 })

test('for any values, cuts ascend, are at least three points apart, and no value is NaN', () => {
  fc.assert(
    fc.property(anyValues, (values) => {
      const bounds = [0, ...findChangePoints(values), values.length]
      for (const [i, end] of bounds.slice(1).entries()) expect(end - (bounds[i] ?? 0)).toBeGreaterThanOrEqual(3)
      const series = Float64Array.from(values)
      for (const shape of [fitLine, fitCurve, fitRamp, fitWave]) expect(shape(series).every(Number.isFinite)).toBe(true)
      const regimes = twoRegimes(series, 1e-4)
      if (regimes !== null) expect(new Set(regimes.at).size).toBe(2)
    }),
  )
})

test('the test for correlation only removes cuts', () => {
  fc.assert(
    fc.property(anyValues, fc.array(fc.integer({ min: 3, max: 100 }), { maxLength: 5 }), (values, anywhere) => {
      const cuts = [...new Set(anywhere)].filter((cut) => cut < values.length - 3).sort((a, b) => a - b)
      const remaining = confirmCorrelated(Float64Array.from(values), cuts, 1e-4)
      expect(cuts).toEqual(expect.arrayContaining(remaining))
    }),
  )
})

test('negating a series moves no change', () => {
  for (const seed of SEEDS) {
    const values = makeSeries(seed, { level: (i) => (i < 40 ? 1 : 1.1), sd: 0.02 })
    expect(findChangePoints(values.map((value) => 1_000_000 / value))).toEqual(findChangePoints(values))
  }
})

/** Two regimes that differ by 4% and last five points on average. */
function switching(seed: number): number[] {
  const normal = normals(seed)
  let isLow = false
  return Array.from({ length: 100 }, () => {
    if (Math.abs(normal()) > 1.28) isLow = !isLow
    return 1000 * (isLow ? 0.96 : 1) * (1 + 0.01 * normal())
  })
}

function correlated(seed: number, share: number): number[] {
  const normal = normals(seed)
  let noise = normal()
  return Array.from({ length: 100 }, () => {
    noise = share * noise + Math.sqrt(1 - share ** 2) * normal()
    return 1000 * (1 + 0.02 * noise)
  })
}
