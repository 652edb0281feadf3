import { expect, test } from 'vitest'
import { startRevokeRaces } from './revoke-race.ts'

test('what was revoked is never used after the revocation was answered, in any process', async () => {
  const races = await startRevokeRaces()
  for (const kind of races.kinds) {
    const tally = await races.run(kind, 10)
    expect(tally, kind).toMatchObject({ races: 10, usedAfter: 0 })
    expect(tally.usedBefore, kind).toBeGreaterThan(10)
    expect(tally.refusedAfter, kind).toBeGreaterThan(10)
  }
  await races.stop()
})
