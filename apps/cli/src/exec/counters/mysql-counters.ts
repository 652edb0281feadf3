import { writeFile } from 'node:fs/promises'
import type { Connection } from 'mysql2/promise'
import { z } from 'zod'
import { connectMysql } from '../server/ask-mysql.ts'
import type { ServerAddress } from '../server/server-address.ts'
import { type Counters, csvTable } from './recorded-counters.ts'

/** A statement whose answer is a snapshot: a table, or for InnoDB one text. */
const SNAPSHOTS = {
  global_status: { sql: 'show global status', ending: 'csv' },
  innodb_status: { sql: 'show engine innodb status', ending: 'txt' },
  events_waits: {
    sql: `select event_name as EVENT_NAME, sum_timer_wait as SUM_TIMER_WAIT
      from performance_schema.events_waits_summary_global_by_event_name where sum_timer_wait > 0 and event_name <> 'idle' and event_name not like 'wait/%/table/%'`,
    ending: 'csv',
  },
} as const

type View = keyof typeof SNAPSHOTS
const VIEWS: readonly View[] = ['global_status', 'innodb_status', 'events_waits']

const Rows = z.array(z.record(z.string(), z.unknown()))
const Status = z.tuple([z.looseObject({ Status: z.string() })])

/** Starts to record the counters of MySQL or MariaDB. Statements that the login may not execute are left out. */
export async function startMysqlCounters(
  address: ServerAddress,
  at: (end: string) => string,
): Promise<Counters | null> {
  const connection = await connectMysql(address).catch(() => null)
  if (connection === null) return null
  // A server that ends the connection must not end the benchmark.
  connection.on('error', () => undefined)
  const views: View[] = []
  for (const view of VIEWS) if (await snapshot(connection, view, at(nameOf(view, 'before')))) views.push(view)
  return {
    views,
    async stop() {
      for (const view of views) await snapshot(connection, view, at(nameOf(view, 'after')))
      connection.destroy()
    },
  }
}

const nameOf = (view: View, when: 'before' | 'after'): string => `${view}.${when}.${SNAPSHOTS[view].ending}`

/** Writes a snapshot; false when the server has no such view, it is empty, or the file cannot be written. */
async function snapshot(connection: Connection, view: View, path: string): Promise<boolean> {
  try {
    const [answer] = await connection.query(SNAPSHOTS[view].sql)
    if (view === 'innodb_status') {
      const [{ Status: text }] = Status.parse(answer)
      await writeFile(path, text.endsWith('\n') ? text : `${text}\n`)
      return true
    }
    const rows = Rows.parse(answer)
    const [first] = rows
    if (first === undefined) return false
    await writeFile(path, csvTable(Object.keys(first), rows))
    return true
  } catch {
    return false
  }
}
