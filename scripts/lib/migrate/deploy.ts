import type pg from 'pg'
import { PlainError } from '../plain-error.ts'
import { type Connection, whereIs, withClient } from './migration-connection.ts'
import type { PrismaFiles } from './migration-files.ts'
import { type History, readHistory } from './migration-history.ts'
import { withEngine } from './schema-engine.ts'

const OLDEST_SERVER = 150_000 // Postgres 15, the oldest version whose SQL we use.
const MIGRATION_LOCK = 0x41535359 // "ASSY": one migration runs at a time, however many servers start at once.

/**
 * Applies the pending migrations. It can be called from several processes at once, and after one was killed half-way.
 *
 * @returns the names that were applied; empty when the database was up to date, which is checked with one query.
 */
export function deploy(connection: Connection, files: PrismaFiles): Promise<string[]> {
  return withClient(connection, async (client) => {
    await checkServer(client, connection)
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const { pending, interrupted } = await readHistory(client, files.migrations)
    if (pending.length === 0) return []
    return withEngine({ connection, files }, async (engine) => {
      for (const name of interrupted) await engine.markRolledBack(name)
      return engine.apply()
    })
  })
}

/** Reads the applied and the pending migrations. @throws PlainError also for a server that is too old */
export function status(connection: Connection, files: PrismaFiles): Promise<History> {
  return withClient(connection, async (client) => {
    await checkServer(client, connection)
    return readHistory(client, files.migrations)
  })
}

async function checkServer(client: pg.Client, connection: Connection): Promise<void> {
  const { rows } = await client.query('show server_version_num')
  if (Number(rows[0]?.server_version_num) >= OLDEST_SERVER) return
  throw new PlainError(`The database ${whereIs(connection)} is older than Postgres 15. Use Postgres 15 to 18.`)
}
