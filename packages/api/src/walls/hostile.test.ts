import { expect, test } from 'vitest'
import { startHostile } from './hostile.ts'

const REQUESTS = Number(process.env.ASSAY_HOSTILE_REQUESTS ?? 1_000)

test('whatever is sent to any door, nothing breaks and only what is said to be stored is', {
  timeout: 600_000,
}, async () => {
  const hostile = await startHostile()
  const { faults, requests, stored, statuses } = await hostile.run({ count: REQUESTS, seed: 1 })
  const runs = await hostile.countRuns()
  await hostile.stop()
  expect(faults.slice(0, 3)).toEqual([])
  expect(requests).toBe(REQUESTS)
  expect(runs).toBe(stored)
  expect(Object.keys(statuses).length).toBeGreaterThan(5)
})
