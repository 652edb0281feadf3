import { expect, test } from 'vitest'
// bench/suites/spec-steps-bench.ts runs the same with 100,000 steps.

import { raceSteps } from './race-steps.ts'

test('A1: two concurrent random writers take no illegal step and lose nothing, and a refused step stores nothing', async () => {
  const { failures, done, refused } = await raceSteps({ steps: 120, seed: 4 })
  expect(failures).toEqual([])
  expect(done).toBeGreaterThan(13)
  expect(refused).toBeGreaterThan(20)
})

test('control: without the lock of a spec a lost update is detected', async () => {
  const { failures } = await raceSteps({ steps: 240, seed: 4, isLocked: false, maxFailures: 1 })
  expect(failures.length).toBeGreaterThan(0)
})
