import { startRevokeRaces } from '@assay/testing/tenant-isolation/revoke-race'
import type { Line } from '../lib/print-table.ts'
import { withTestPostgres } from '../lib/test-postgres.ts'
import { raceShareEntryPoints } from './share-entry-points.ts'

/**
 * Counts uses of a link or token after the response to its revocation, in races of users of two processes with the
 * revoker.
 */
export async function benchRevoke(races: number): Promise<Line[]> {
  const grants = await withTestPostgres(async () => {
    const ground = await startRevokeRaces()
    const lines: Line[] = []
    for (const kind of ground.kinds) {
      const { usedBefore, usedAfter, refusedAfter } = await ground.run(kind, races)
      lines.push({
        what: `revoke: a ${kind} used after that, ${races} races (used ${usedBefore} times before, refused ${refusedAfter} after)`,
        value: usedAfter,
        unit: 'uses',
        goal: '0',
      })
      console.info(`${kind}: ${races} races, used ${usedAfter} times after it was revoked`)
      const control = await ground.control(kind)
      if (control.usedAfter === 0)
        throw new Error(`The control of ${kind} is not found out, so this part proves nothing.`)
    }
    await ground.stop()
    return lines
  })
  return [...grants, ...(await raceShareEntryPoints(races))]
}
