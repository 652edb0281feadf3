import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** schema.prisma and its migrations. */
export type PrismaFiles = {
  /** The directory that contains both. */
  directory: string
  schema: string
  /** In the order in which they are applied: by name, which begins with the time. */
  migrations: MigrationFile[]
}

export type MigrationFile = {
  /** Name of the migration, such as `20261121000100_create_accounts`. */
  name: string
  sql: string
  /** SHA-256 of the file, hex, as `_prisma_migrations` records it. */
  checksum: string
}

export const PRISMA_DIRECTORY = join(import.meta.dirname, '../../../prisma')

export function readPrismaFiles(directory: string = PRISMA_DIRECTORY): PrismaFiles {
  const entries = readdirSync(join(directory, 'migrations'), { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return {
    directory,
    schema: readFileSync(join(directory, 'schema.prisma'), 'utf8'),
    migrations: names.sort().map((name) => {
      const sql = readFileSync(join(directory, 'migrations', name, 'migration.sql'), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  }
}
