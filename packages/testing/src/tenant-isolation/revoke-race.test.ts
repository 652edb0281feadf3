import { expect, test } from 'vitest'
import { startRevokeRaces } from './revoke-race.ts'

const RACES = Number(process.env.ASSAY_REVOKE_RACES ?? 1)

test('what was revoked is never used after the revocation was answered, in any process', {
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
