import { status } from '../lib/migrate/deploy.ts'
import { migrateInChild } from '../lib/migrate/migrate-in-child.ts'
import { parseDatabaseUrl, whereIs } from '../lib/migrate/migration-connection.ts'
import { readPrismaFiles } from '../lib/migrate/migration-files.ts'
import { startPostgres } from '../lib/postgres/start-postgres.ts'
import type { Lifetime } from './lifetime.ts'
import type { Settings } from './settings.ts'

/** A migrated database, and lines about it for the log. */
type OpenDatabase = { url: string; where: string; notes: string[]; applied: string[] }

/** Opens the database of DATABASE_URL, or starts the embedded one; then applies the pending migrations. */
export async function openDatabase(
  { databaseUrl, directUrl = databaseUrl, dataDir }: Settings,
  lifetime: Lifetime,
): Promise<OpenDatabase> {
  if (databaseUrl !== undefined && directUrl !== undefined) {
    const where = whereIs(parseDatabaseUrl(databaseUrl))
    return { url: databaseUrl, where, notes: [], applied: await migrate(directUrl) }
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

/** Checks for pending migrations first, because the engine needs a separate process. */
async function migrate(url: string): Promise<string[]> {
  const { pending } = await status(parseDatabaseUrl(url), readPrismaFiles())
  return pending.length === 0 ? [] : migrateInChild(url)
}
