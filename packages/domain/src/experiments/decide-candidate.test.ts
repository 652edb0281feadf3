import { normalFrom, seededRandom } from '@assay/testing/seeded-random'
import { expect, test } from 'vitest'
import { momentsOf, withValue } from '../stats/moments.ts'
import {
  confirmationAlpha,
  decideState,
  furtherPairs,
  type SequentialState,
  startState,
  withDifferences,
} from './decide-candidate.ts'

const LIMITS = { minImprovement: Math.log(1.03), maxRepeats: 30 }

const withOne = (state: SequentialState, difference: number) =>
  withDifferences(state, withValue(state.differences, difference))

/** Shares of candidates with this true ratio that are kept and that pass screening, with a decision after every repeat. */
function decided(ratio: number, noise: number, seed: number) {
  const normal = normalFrom(seededRandom(seed))
  const CANDIDATES = 400
  const counts = { kept: 0, passed: 0 }
  for (let candidate = 0; candidate < CANDIDATES; candidate += 1) {
    let state = startState()
    let hasPassed = false
    while (state.stage === 'screening' || state.stage === 'confirming') {
      const difference = Math.log(ratio) + noise * (normal() - normal())
      state = decideState(withOne(state, difference), LIMITS, confirmationAlpha(1))
      hasPassed ||= state.stage === 'confirming'
    }
    if (state.stage === 'kept') counts.kept += 1
    if (hasPassed) counts.passed += 1
  }
  return { kept: counts.kept / CANDIDATES, passed: counts.passed / CANDIDATES }
}

test.each([0.005, 0.015, 0.03])(
  'at a noise of %f at most 5%% are kept by chance, and 7%% improvements are found',
  (noise) => {
    expect(decided(1, noise, 1).kept).toBeLessThan(0.05)
    expect(decided(1.07, noise, 2).kept).toBeGreaterThan(0.9)
  },
)

test('a candidate that passes screening starts again with fresh pairs', () => {
  const passed = decideState(
    withDifferences(startState(), momentsOf([0.2, 0.201, 0.199])),
    LIMITS,
    confirmationAlpha(1),
  )
  expect(passed).toMatchObject({ stage: 'confirming', differences: { count: 0 } })
})

test('it is not kept while it may not be, and a decision is final', () => {
  const steps = (mayKeep: boolean) => {
    let state = startState()
    for (const difference of [0.2, 0.201, 0.199, 0.2, 0.201, 0.199, 0.2, 0.201])
      state = decideState(withOne(state, difference), LIMITS, 0.05, mayKeep)
    return state
  }
  expect(steps(false).stage).toBe('confirming')
  const final = steps(true)
  expect(final.stage).toBe('kept')
  expect(decideState(withOne(final, -9), LIMITS, 0.05).stage).toBe('kept')
})

test('the levels of all confirmations add up to at most 5% on the side of an improvement', () => {
  const sum = Array.from({ length: 10_000 }, (_, at) => confirmationAlpha(at + 1) / 2).reduce((a, b) => a + b)
  expect(sum).toBeLessThan(0.05)
  expect(sum).toBeGreaterThan(0.0499)
})

test('the number of further pairs falls with the distance from no change, and is limited', () => {
  const after = (difference: number, maxRepeats = 30) => {
    const state = withDifferences(startState(), momentsOf([0.04, -0.05, 0.01].map((noise) => noise + difference)))
    return furtherPairs(state, { ...LIMITS, maxRepeats }, 0.05)
  }
  expect(after(0.1)).toBeLessThan(after(0.05))
  expect(after(0.015)).toBe(27)
  expect(after(0.015, 5)).toBe(2)
  expect(after(0.015, 3)).toBe(1)
})
