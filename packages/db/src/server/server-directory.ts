import { z } from 'zod'
import type { Connection } from '../connection.ts'
import { readRows } from '../scope/statements.ts'
import { BACKUP_LOCK } from './server-marks.ts'
import type { ServerDirectory } from './server-types.ts'

const IS_HELD = `
  select exists (select from pg_locks
    where locktype = 'advisory' and classid = 0 and objid = $1 and objsubid = 1
      and database = (select oid from pg_database where datname = current_database())) as held`

export function serverDirectory({ pool, prisma }: Pick<Connection, 'pool' | 'prisma'>): ServerDirectory {
  return {
    async recordSecret(fingerprint) {
      // Two servers may start at once: the first one's secret counts.
      await prisma.serverSecret.createMany({ data: [{ id: 1, fingerprint }], skipDuplicates: true })
      const stored = await prisma.serverSecret.findUniqueOrThrow({ where: { id: 1 } })
      return stored.fingerprint
    },
    async acceptSecret(fingerprint) {
      const recordedAt = new Date()
      await prisma.serverSecret.upsert({
        where: { id: 1 },
        create: { id: 1, fingerprint },
        update: { fingerprint, recordedAt },
      })
    },
    async backupIsRunning() {
      const rows = await readRows(pool, z.object({ held: z.boolean() }), IS_HELD, [BACKUP_LOCK])
      return rows[0]?.held === true
    },
  }
}
