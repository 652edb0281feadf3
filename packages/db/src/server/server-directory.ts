import type { Pool } from 'pg'
import { z } from 'zod'
import type { Connection } from '../connection.ts'
import { SERVER_ACTOR } from '../scope/server-actor.ts'
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

/** An index of fewer runs is built within the time of a page. */
const MANY_RUNS = 20_000
/** Runs whose indexes are built at a start, about 500 bytes each in memory. */
const MAX_PREPARED_RUNS = 2_000_000
/** An estimate without reading the runs: the counters count removed runs as well. */
const COUNT_RUNS = `select coalesce(sum(number), 0)::float8 as runs from run_counter where project_id = $1`
const RunCount = z.object({ runs: z.number() })

type Needed = Pick<
  Connection,
  'scoped' | 'pool' | 'prisma' | 'ownerPool' | 'tenantPools' | 'runIndexes' | 'uploads' | 'standbyReads'
>

export function serverDirectory(connection: Needed): ServerDirectory {
  const { scoped, pool, prisma, ownerPool, tenantPools, runIndexes, uploads, standbyReads } = connection
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
    async prepareRunIndexes() {
      const projects = await prisma.project.findMany({ select: { id: true } })
      let prepared = 0
      for (const { id } of projects) {
        const [count] = await readRows(scoped(id, SERVER_ACTOR), RunCount, COUNT_RUNS, [id])
        const runs = count?.runs ?? 0
        if (runs < MANY_RUNS || prepared + runs > MAX_PREPARED_RUNS) continue
        await runIndexes.fresh(id)
        prepared += runs
      }
      return prepared
    },
    async backupIsRunning() {
      const rows = await readRows(pool, z.object({ held: z.boolean() }), IS_HELD, [BACKUP_LOCK])
      return rows[0]?.held === true
    },
  }
}
