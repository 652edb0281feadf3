import { expect, test } from 'vitest'
import { checkHistories } from './check-histories.ts'
import { hasGo } from './history/check-history.ts'

// The checker is a Go program; `npm run test:all` reports that this test was skipped when Go is not installed.
test.skipIf(!hasGo())(
  'objects stay linearizable under faults, and each control is detected',
  { timeout: 30 * 60_000 },
  async () => {
    const seed = Number(process.env.ASSAY_SEED ?? Math.floor(Math.random() * 1_000_000))
    const faults = await checkHistories({ count: 1_000, kills: 10, everyMs: 300, seed, onProgress: console.log })
    expect(faults, `seed ${seed}`).toEqual({ notLinearizable: 0, undecided: 0, controlsMissed: 0 })
  },
)
