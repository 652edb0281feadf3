import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PlainError } from '../plain-error.ts'
import type { Connection } from './migration-connection.ts'
import type { PrismaFiles } from './migration-files.ts'
import { withEngine } from './schema-engine.ts'

/**
 * Writes the migration that leads from the existing ones to schema.prisma, for a person to read and finish.
 *
 * @param name words of what it does: `add_share_link`.
 * @returns the path of the file.
 * @throws PlainError when the name is invalid or nothing differs.
 */
export async function newMigration(
  { connection, files }: { connection: Connection; files: PrismaFiles },
  { name, now }: { name: string; now: Date },
): Promise<string> {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) {
    throw new PlainError(`"${name}" is not a name for a migration. Use a verb and a noun: add_share_link.`)
  }
  const sql = await withEngine({ connection, files }, (engine) => engine.diff())
  if (sql === '') throw new PlainError('The migrations lead to schema.prisma already. Change the schema first.')
  const stamp = now.toISOString().replace(/\D/g, '').slice(0, 14)
  const directory = join(files.directory, 'migrations', `${stamp}_${name}`)
  mkdirSync(directory)
  const path = join(directory, 'migration.sql')
  writeFileSync(path, migrationText(sql))
  return path
}

function migrationText(sql: string): string {
  return `-- Why:    (what needs it)
-- Locks:  (which tables, for how long)
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

${sql.trim()}

commit;
`
}
