import { expect, test } from 'vitest'
import { killRunners } from './requested-runs.ts'

const COUNTS = ['requests', 'kills', 'seconds', 'attempts', 'lostAttempts', 'lateReports']
const faultsOf = (drill: object) =>
  Object.entries(drill).filter(([name, count]) => !COUNTS.includes(name) && count !== 0)

test('each request ends with one accepted result while servers, workers and runners are killed at random', {
  timeout: 15 * 60_000,
}, async () => {
  const drill = await killRunners({ count: 20, everyMs: 700 })
  expect(drill).toMatchObject({ requests: 20 })
  expect(drill.kills).toBeGreaterThan(0)
  expect(drill.lateReports).toBeGreaterThan(0)
  expect(faultsOf(drill)).toEqual([])
})

test('control: without fencing tokens a second result is accepted, and the drill finds it', async () => {
  const drill = await killRunners({ count: 4, everyMs: 60_000, fencing: false })
  expect(drill.lateAccepted).toBeGreaterThan(0)
  expect(drill.acceptedTwice).toBeGreaterThan(0)
})
