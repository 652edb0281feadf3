import type { Pool } from 'pg'
import { z } from 'zod'
import type { Connection } from '../connection.ts'
import { readRows } from '../scope/statements.ts'
import { BACKUP_LOCK } from './server-marks.ts'
import type { ServerDirectory } from './server-types.ts'

const IS_HELD = `
  select exists (select from pg_locks
    where locktype = 'advisory' and classid = 0 and objid = $1 and objsubid = 1
      and database = (select oid from pg_database where datname = current_database())) as held`

/**
 * Counts waiting and running jobs, without those that failed for good. Before the first start of a worker the queue has
 * no tables.
 */
const HAS_QUEUE = `select to_regclass('graphile_worker.jobs') is not null as found`
const QUEUE = `
  select task_identifier as job, count(*)::int as count,
    extract(epoch from greatest(now() - min(run_at), interval '0'))::float8 as "oldestSeconds"
  from graphile_worker.jobs where attempts < max_attempts and (run_at <= now() or locked_at is not null)
  group by task_identifier order by task_identifier`
const QueueRow = z.object({ job: z.string(), count: z.number(), oldestSeconds: z.number() })

const sumOf = (pools: readonly Pool[], count: (pool: Pool) => number): number =>
  pools.reduce((sum, pool) => sum + count(pool), 0)

type Needed = Pick<
  Connection,
  'pool' | 'prisma' | 'ownerPool' | 'tenantPools' | 'runIndexes' | 'uploads' | 'standbyReads'
>

export function serverDirectory(connection: Needed): ServerDirectory {
  const { pool, prisma, ownerPool, tenantPools, runIndexes, uploads, standbyReads } = connection
  const pools = { tenant: tenantPools, directory: () => [pool], owner: () => [ownerPool] }
  return {
    statistics: () => ({
      pools: (['tenant', 'directory', 'owner'] as const).map((name) => ({
        name,
        open: sumOf(pools[name](), ({ totalCount }) => totalCount),
        idle: sumOf(pools[name](), ({ idleCount }) => idleCount),
        waiting: sumOf(pools[name](), ({ waitingCount }) => waitingCount),
      })),
      runIndex: runIndexes.size(),
      storedValues: uploads.storedValues,
      standbyReads: standbyReads(),
    }),
    async queue() {
      const [row] = await readRows(ownerPool, z.object({ found: z.boolean() }), HAS_QUEUE)
      return row?.found === true ? readRows(ownerPool, QueueRow, QUEUE) : []
    },
    async recordSecret(fingerprint) {
      // If two servers start at once, the secret of the first one is stored.
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
