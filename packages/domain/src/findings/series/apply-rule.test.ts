import { makeSeries } from '@assay/testing/findings/make-series'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyRule, meanOf } from './apply-rule.ts'

const METHODS = ['levels', 'e-divisive', 'step-fit'] as const

/** Levels of three to twenty points that differ by at most 4% from the previous one, with noise of 0.1% to 1%. */
const staircase = fc
  .tuple(
    fc.array(
      fc.record({ points: fc.integer({ min: 3, max: 20 }), ratio: fc.double({ min: 0.96, max: 1.04, noNaN: true }) }),
      {
        minLength: 2,
        maxLength: 6,
      },
    ),
    fc.double({ min: 0.001, max: 0.01, noNaN: true }),
    fc.nat(),
  )
  .map(([levels, sd, seed]) => {
    const steps = levels.map((_, i) => levels.slice(0, i + 1).reduce((product, { ratio }) => product * ratio, 1))
    const at = levels.flatMap(({ points }, i) => Array.from({ length: points }, () => steps[i] ?? 1))
    return makeSeries(seed, { count: at.length, level: (i) => at[i] ?? 1, sd })
  })

test('each change is the ratio of the adjacent levels, and none is below the minimum', () => {
  const small = fc.constantFrom(0.005, 0.01, 0.02, 0.05)
  fc.assert(
    fc.property(staircase, fc.constantFrom(...METHODS), small, (values, method, minChange) => {
      const { flags } = applyRule({ method, minChange }, values)
      for (const [i, { index, before, after }] of flags.entries()) {
        expect(before).toBe(meanOf(values, flags[i - 1]?.index ?? 0, index))
        expect(after).toBe(meanOf(values, index, flags[i + 1]?.index ?? values.length))
        expect(Math.max(after / before, before / after) - 1).toBeGreaterThanOrEqual(minChange)
      }
    }),
  )
})

test('a step that is too small merges its levels, whose neighbors may then differ enough', () => {
  const values = makeSeries(3, { count: 90, level: (i) => 1 + 0.008 * Math.floor(i / 30), sd: 0.001 })
  expect(applyRule({ method: 'levels', minChange: 0.005 }, values).flags).toHaveLength(2)
  expect(applyRule({ method: 'levels', minChange: 0.01 }, values).flags).toHaveLength(1)
  expect(applyRule({ method: 'levels', minChange: 0.05 }, values).flags).toEqual([])
})

test('one slow release does not turn a small difference of levels into a step', () => {
  const level = (slow: number) => (i: number) => (i === 20 ? slow : i < 12 ? 1 : 0.993)
  for (let seed = 0; seed < 20; seed++) {
    const values = makeSeries(seed, { count: 30, level: level(0.9), sd: 0.001 })
    expect(applyRule({ method: 'levels', minChange: 0.005 }, values).flags.map(({ index }) => index)).toContain(12)
    expect(applyRule({ method: 'levels', minChange: 0.01 }, values).flags).toEqual([])
  }
})
