import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { writeCompressed } from './hashed-file.ts'
import type { Manifest } from './manifest.ts'
import { listProjects, listTables, setProject, type Table } from './tables.ts'

/**
 * Writes every table in the text format of COPY, which each version of Postgres reads. The client has one snapshot for
 * all tables.
 */
export async function dumpTables(client: pg.Client, folder: string): Promise<Manifest['tables']> {
  await mkdir(join(folder, 'tables'), { mode: 0o700 })
  const projects = await listProjects(client)
  const dumped: Manifest['tables'] = []
  for (const table of await listTables(client)) {
    const file = `tables/${table.name}.copy.zst`
    const counter = { rows: 0 }
    const sha256 = await writeCompressed(join(folder, file), rowsOf(client, table, { projects, counter }))
    dumped.push({ name: table.name, columns: table.columns, rows: counter.rows, file, sha256 })
  }
  return dumped
}

async function* rowsOf(
  client: pg.Client,
  table: Table,
  { projects, counter }: { projects: string[]; counter: { rows: number } },
): AsyncGenerator<Buffer> {
  const statement = `copy (select ${quoted(table.columns)} from only ${quoted([table.name])}) to stdout`
  for (const projectId of table.isFiltered ? projects : [null]) {
    if (projectId !== null) await setProject(client, projectId)
    const stream = client.query(copyTo(statement))
    yield* stream
    counter.rows += stream.rowCount
  }
}

export const quoted = (names: readonly string[]): string => names.map((name) => pg.escapeIdentifier(name)).join(', ')
