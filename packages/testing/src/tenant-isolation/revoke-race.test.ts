import { expect, test } from 'vitest'
import { startRevokeRaces } from './revoke-race.ts'

const RACES = Number(process.env.ASSAY_REVOKE_RACES ?? 1)

test('a revoked credential never works after the response of the revocation, in any process', {
  timeout: 600_000,
}, async () => {
  const races = await startRevokeRaces()
  for (const kind of races.kinds) {
    const tally = await races.run(kind, RACES)
    expect(tally, kind).toMatchObject({ races: RACES, usedAfter: 0 })
    expect(tally.usedBefore, kind).toBeGreaterThan(0)
    expect(tally.refusedAfter, kind).toBeGreaterThan(RACES)
    const { usedAfter } = await races.control(kind)
    expect(usedAfter, `control of ${kind}`).toBeGreaterThan(0)
  }
  await races.stop()
})
