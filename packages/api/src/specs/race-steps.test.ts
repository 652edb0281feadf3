import { expect, test } from 'vitest'
import { raceSteps } from './testing/race-steps.ts'

test('A1: two writers who step at random take no illegal step and lose nothing, and what is refused leaves nothing', async () => {
  const { failures, done, refused } = await raceSteps({ steps: 360, seed: 4 })
  expect(failures).toEqual([])
  expect(done).toBeGreaterThan(40)
  expect(refused).toBeGreaterThan(60)
})

test('the control: without the lock of a spec the same steps are seen to lose something', async () => {
  const { failures } = await raceSteps({ steps: 240, seed: 4, isLocked: false })
  expect(failures.length).toBeGreaterThan(0)
})
