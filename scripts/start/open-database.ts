import { status } from '../lib/migrate/deploy.ts'
import { migrateInChild } from '../lib/migrate/migrate-in-child.ts'
import { parseDatabaseUrl, whereIs } from '../lib/migrate/migration-connection.ts'
import { readPrismaFiles } from '../lib/migrate/migration-files.ts'
import { startPostgres } from '../lib/postgres/start-postgres.ts'
import type { Lifetime } from './lifetime.ts'
import type { Settings } from './settings.ts'

/** A migrated database, and what to say about it. */
export type OpenDatabase = { url: string; where: string; notes: string[]; applied: string[] }

/** Opens the database of DATABASE_URL, or else starts the embedded one; then applies the pending migrations. */
export async function openDatabase({ databaseUrl, dataDir }: Settings, lifetime: Lifetime): Promise<OpenDatabase> {
  if (databaseUrl !== undefined) {
    const where = whereIs(parseDatabaseUrl(databaseUrl))
    return { url: databaseUrl, where, notes: [], applied: await migrate(databaseUrl) }
  }
  const postgres = await startPostgres({ dataDir })
  lifetime.onEnd(postgres.stop)
  postgres.onUnexpectedEnd(() => {
    console.error('The embedded Postgres ended by itself. Start again; what was stored is still there.')
    void lifetime.end(1)
  })
  const where = `embedded Postgres 18 on port ${postgres.port}, in ${dataDir}/postgres`
  return { url: postgres.url, where, notes: postgres.notes, applied: await migrate(postgres.url) }
}

/** Asks first, because the engine takes a process of its own and is needed only when there is something to apply. */
async function migrate(url: string): Promise<string[]> {
  const { pending } = await status(parseDatabaseUrl(url), readPrismaFiles())
  return pending.length === 0 ? [] : migrateInChild(url)
}
