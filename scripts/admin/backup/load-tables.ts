import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { z } from 'zod'
import { PlainError } from '../../lib/plain-error.ts'
import { quoted } from './dump-tables.ts'
import { readCompressed } from './hashed-file.ts'
import type { Manifest } from './manifest.ts'
import { listTables } from './tables.ts'

const ForeignKey = z.object({ table: z.string(), name: z.string(), definition: z.string() })
const FOREIGN_KEYS = `
  select c.conrelid::regclass::text as table, quote_ident(c.conname) as name, pg_get_constraintdef(c.oid) as definition
  from pg_constraint c where c.contype = 'f' and c.connamespace = current_schema()::regnamespace`

const Guarded = z.object({ table: z.string() })
const FORCED = `
  select c.oid::regclass::text as table from pg_class c
  where c.relforcerowsecurity and c.relnamespace = current_schema()::regnamespace`
const TRIGGERED = `
  select distinct t.tgrelid::regclass::text as table from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not t.tgisinternal and c.relnamespace = current_schema()::regnamespace`

/**
 * Loads every table of a backup in one transaction. Foreign keys are added again after the rows, which checks each of
 * them; triggers, which would refuse to write history, are disabled meanwhile.
 *
 * @throws PlainError when a table has another number of rows than the manifest states.
 */
export async function loadTables(client: pg.Client, { folder, manifest }: { folder: string; manifest: Manifest }) {
  await client.query('begin; set local statement_timeout = 0; set local lock_timeout = 0')
  try {
    const foreignKeys = z.array(ForeignKey).parse((await client.query(FOREIGN_KEYS)).rows)
    const forced = z.array(Guarded).parse((await client.query(FORCED)).rows)
    const triggered = z.array(Guarded).parse((await client.query(TRIGGERED)).rows)
    for (const { table, name } of foreignKeys) await client.query(`alter table ${table} drop constraint ${name}`)
    // COPY refuses a table whose owner is also bound by row-level security.
    for (const { table } of forced) await client.query(`alter table ${table} no force row level security`)
    for (const { table } of triggered) await client.query(`alter table ${table} disable trigger user`)
    await loadRows(client, folder, manifest)
    for (const { name, value } of manifest.sequences) {
      if (value !== null) await client.query('select setval($1::regclass, $2)', [quoted([name]), value])
    }
    for (const { table, name, definition } of foreignKeys) {
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    }
    for (const { table } of triggered) await client.query(`alter table ${table} enable trigger user`)
    for (const { table } of forced) await client.query(`alter table ${table} force row level security`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

async function loadRows(client: pg.Client, folder: string, manifest: Manifest): Promise<void> {
  const here = (await listTables(client)).map(({ name }) => name)
  const there = manifest.tables.map(({ name }) => name)
  const differing = [...here.filter((name) => !there.includes(name)), ...there.filter((name) => !here.includes(name))]
  if (differing.length > 0) {
    throw new PlainError(`The backup and its migrations disagree about the tables ${differing.join(', ')}.`)
  }
  // Migrations may have inserted rows, which are in the backup as well.
  await client.query(`truncate ${quoted(there)}`)
  for (const { name, columns, rows, file } of manifest.tables) {
    const statement = `copy ${quoted([name])} (${quoted(columns)}) from stdin`
    await pipeline(readCompressed(join(folder, file)), client.query(copyFrom(statement)))
    const { rows: counted } = await client.query(`select count(*)::int as rows from only ${quoted([name])}`)
    const stored: unknown = counted[0]?.rows
    if (stored !== rows) {
      throw new PlainError(`Table ${name} has ${stored} rows after the restore, and ${rows} in the backup.`)
    }
  }
}
