import { writeFile } from 'node:fs/promises'
// biome-ignore lint/style/noRestrictedImports: this is the database under test and not the database of Assay
import type pg from 'pg'
import { z } from 'zod'
import { connectPostgres } from '../server/ask-postgres.ts'
import type { ServerAddress } from '../server/server-address.ts'
import { writePlans } from './postgres-plans.ts'
import { type Counters, csvTable } from './recorded-counters.ts'

/** Time between two samples of the sessions. A sample takes less than a millisecond on the server. */
const SAMPLE_MS = 200

const SNAPSHOTS = {
  pg_stat_io: 'select * from pg_stat_io',
  pg_stat_database: 'select * from pg_stat_database where datname = current_database()',
  pg_stat_statements: `
    select queryid, query, calls, total_exec_time, rows, shared_blks_hit, shared_blks_read, shared_blks_written, temp_blks_written, wal_bytes
    from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())`,
} as const

const SESSIONS = `
  select coalesce(wait_event_type, 'CPU') as type, coalesce(wait_event, 'CPU') as event, count(*)::int as count
  from pg_stat_activity
  where state = 'active' and backend_type = 'client backend' and datname = current_database() and application_name <> 'assay'
  group by 1, 2`

const Sessions = z.object({ rows: z.array(z.object({ type: z.string(), event: z.string(), count: z.int() })) })
const Rows = z.object({
  fields: z.array(z.object({ name: z.string() })),
  rows: z.array(z.record(z.string(), z.unknown())),
})

type View = keyof typeof SNAPSHOTS

/**
 * Starts to record the counters of a Postgres server. Views that the server lacks are left out, and a server that does not
 * answer gives null, so that the benchmark runs in any case.
 *
 * @param at returns the path of a file by the end of its name.
 */
export async function startPostgresCounters(
  address: ServerAddress,
  at: (end: string) => string,
): Promise<Counters | null> {
  const client = await connectPostgres(address).catch(() => null)
  if (client === null) return null
  // pg_stat_statements is created by people, and pg_stat_io exists since version 16.
  const all = Object.keys(SNAPSHOTS).filter((name): name is View => name in SNAPSHOTS)
  const views: View[] = []
  for (const view of all) if (await snapshot(client, view, at(`${view}.before.csv`))) views.push(view)
  const sampler = sampleSessions(client)
  return {
    views,
    async stop() {
      const waits = await sampler.stop()
      for (const view of views) await snapshot(client, view, at(`${view}.after.csv`))
      if (views.includes('pg_stat_statements')) await writePlans(client, at('plans.json'))
      if (waits !== null) await writeFile(at('wait_events.csv'), waits).catch(() => undefined)
      await client.end().catch(() => undefined)
    },
  }
}

/** Writes the rows of a view as CSV; false when the server has no such view or the file cannot be written. */
async function snapshot(client: pg.Client, view: View, path: string): Promise<boolean> {
  try {
    const { fields, rows } = Rows.parse(await client.query(SNAPSHOTS[view]))
    const names = fields.map(({ name }) => name)
    await writeFile(path, csvTable(names, rows))
    return true
  } catch {
    return false
  }
}

/** Samples the sessions of the database until it is stopped; then returns their waits as CSV, null without a sample. */
function sampleSessions(client: pg.Client): { stop(): Promise<string | null> } {
  const counts = new Map<string, number>()
  let samples = 0
  let sampling: Promise<void> = Promise.resolve()
  const sample = async () => {
    const { rows } = Sessions.parse(await client.query(SESSIONS))
    samples += 1
    for (const { type, event, count } of rows)
      counts.set(`${type},${event}`, (counts.get(`${type},${event}`) ?? 0) + count)
  }
  const timer = setInterval(() => {
    // A sample that the server refuses is missing; the next one is taken anyway.
    sampling = sampling.then(sample).catch(() => undefined)
  }, SAMPLE_MS)
  return {
    async stop() {
      clearInterval(timer)
      await sampling
      if (counts.size === 0) return null
      const rows = [...counts].sort().map(([event, count]) => `${event},${(count / samples).toFixed(4)}\n`)
      return `wait_event_type,wait_event,sessions\n${rows.join('')}`
    },
  }
}
