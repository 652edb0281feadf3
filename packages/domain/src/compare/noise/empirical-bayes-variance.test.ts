import { seededRandom } from '@assay/testing/seeded-random'
import { expect, test } from 'vitest'
import { type OwnVariance, sharedVariance, variancePriors } from './empirical-bayes-variance.ts'

const random = seededRandom(5)
const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

const tests = (count: number, sdOf: (i: number) => number, degreesOfFreedom = 16): OwnVariance[] =>
  Array.from({ length: count }, (_, i) => {
    const squares = Array.from({ length: degreesOfFreedom }, () => (sdOf(i) * normal()) ** 2)
    return { group: `g${i % 4}`, squares: squares.reduce((a, b) => a + b, 0), degreesOfFreedom }
  })

test('tests with equal noise give each other many degrees of freedom', () => {
  const all = tests(32, () => 0.015)
  const priors = variancePriors(all)
  expect(priors.size).toBe(4)
  for (const own of all) {
    const prior = priors.get(own.group)
    if (prior === undefined) throw new Error('each group has a prior')
    const { variance, degreesOfFreedom } = sharedVariance(own, prior)
    expect(degreesOfFreedom).toBeGreaterThan(50)
    expect(degreesOfFreedom).toBeLessThanOrEqual(128)
    expect(Math.sqrt(variance)).toBeGreaterThan(0.012)
    expect(Math.sqrt(variance)).toBeLessThan(0.018)
  }
})

test('tests with different noise hardly share variance, but tests within different groups do', () => {
  const wild = variancePriors(tests(32, (i) => 0.01 * 5 ** Math.sin(7 * i)))
  expect(wild.get('g0')?.degreesOfFreedom).toBeLessThan(10)
  const byGroup = variancePriors(tests(32, (i) => 0.01 * (1 + (i % 4))))
  expect(byGroup.get('g0')?.degreesOfFreedom).toBeGreaterThan(30)
  expect((byGroup.get('g3')?.variance ?? 0) / (byGroup.get('g0')?.variance ?? 1)).toBeGreaterThan(9)
})

test('too few tests, and tests without noise, give no prior', () => {
  expect(variancePriors(tests(8, () => 0.01)).size).toBe(0)
  expect(variancePriors(tests(32, () => 0)).size).toBe(0)
  expect(variancePriors([]).size).toBe(0)
})
