import { expect, test } from 'vitest'
import { startRevokeRaces } from './revoke-race.ts'

test('what was revoked is never used after the revocation was answered, in any process', async () => {
  const races = await startRevokeRaces()
  for (const kind of races.kinds) {
    const tally = await races.run(kind, 5)
    expect(tally, kind).toMatchObject({ races: 5, usedAfter: 0 })
    expect(tally.usedBefore, kind).toBeGreaterThan(5)
    expect(tally.refusedAfter, kind).toBeGreaterThan(5)
  }
  await races.stop()
})
