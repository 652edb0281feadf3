import type pg from 'pg'
import { z } from 'zod'
import { PlainError } from '../plain-error.ts'
import type { MigrationFile } from './migration-files.ts'

const Row = z.object({
  migration_name: z.string(),
  checksum: z.string(),
  finished: z.boolean(),
  logs: z.string().nullable(),
})

/** The migrations of a database compared with the files. */
export type History = {
  applied: string[]
  pending: string[]
  /** Started and never ended, without an error: the process died. Each is one transaction, so it was rolled back. */
  interrupted: string[]
}

/**
 * Compares `_prisma_migrations` with the files, with one query and without the engine.
 *
 * @throws PlainError when an applied migration was edited or removed since, or one failed.
 */
export async function readHistory(client: pg.Client, files: readonly MigrationFile[]): Promise<History> {
  const rows = await readRows(client)
  const byName = new Map(files.map((file) => [file.name, file]))
  for (const { migration_name: name, checksum, finished, logs } of rows) {
    const file = byName.get(name)
    if (file === undefined) {
      throw new PlainError(
        `The database has migration ${name}, which this version of Assay does not know. It was made by a newer version: update this checkout, or use another database.`,
      )
    }
    if (finished && file.checksum !== checksum) {
      throw new PlainError(
        `Migration ${name} was edited after it was applied. Restore the file and write a new migration.`,
      )
    }
    if (!finished && logs !== null && logs !== '') {
      throw new PlainError(
        `Migration ${name} failed earlier:\n${logs}\nMend the cause, then run: npm run db:migrate -- resolve ${name}`,
      )
    }
  }
  const applied = rows.filter((row) => row.finished).map((row) => row.migration_name)
  return {
    applied,
    pending: files.map((file) => file.name).filter((name) => !applied.includes(name)),
    interrupted: rows.filter((row) => !row.finished).map((row) => row.migration_name),
  }
}

async function readRows(client: pg.Client): Promise<z.infer<typeof Row>[]> {
  const table = await client.query(`select to_regclass('_prisma_migrations') is not null as exists`)
  if (table.rows[0]?.exists !== true) return []
  const { rows } = await client.query(
    `select migration_name, checksum, finished_at is not null as finished, logs
       from _prisma_migrations where rolled_back_at is null order by migration_name`,
  )
  return z.array(Row).parse(rows)
}
