import { seededRandom } from '@assay/testing/seeded-random'
import { expect, test } from 'vitest'
import { killWorkers } from './workers.ts'

test('workers and servers that are killed at random find each change once, and report it once', {
  timeout: 15 * 60_000,
}, async () => {
  const seed = Number(process.env.ASSAY_SEED ?? Math.floor(Math.random() * 1_000_000))
  const {
    runs,
    findings,
    kills,
    seconds: _s,
    deliveredAgain: _d,
    ...faults
  } = await killWorkers({
    count: 20,
    everyMs: 200,
    uploadsPerKill: 4,
    paceMs: 100,
    random: seededRandom(seed),
  })
  expect(runs).toBeGreaterThanOrEqual(20)
  expect(findings, `seed ${seed}`).toBeGreaterThan(0)
  expect(faults, `seed ${seed}`).toEqual({
    lost: 0,
    tooMany: 0,
    missed: 0,
    invented: 0,
    historyTwice: 0,
    notifiedTwice: 0,
    untold: 0,
  })
})
