import { UNFINISHED_RESTORE } from '@assay/db/server-marks'
import type pg from 'pg'
import { z } from 'zod'
import { hasCitus } from '../../lib/migrate/distributed-script.ts'
import { type Connection, whereIs } from '../../lib/migrate/migration-connection.ts'
import { PlainError } from '../../lib/plain-error.ts'

/** The schemas of Assay and of its job queue, and their names during a restore. */
const SCHEMAS = [
  { name: 'public', aside: 'public_before_restore' },
  { name: 'graphile_worker', aside: 'graphile_worker_before_restore' },
]

const Found = z.object({ found: z.boolean() })
const CONNECTED = `
  select exists (select from pg_stat_activity
    where datname = current_database() and application_name = 'assay' and pid <> pg_backend_pid()) as found`
const HAS_TABLES = `
  select exists (select from pg_class where relkind = 'r' and relnamespace = to_regnamespace('public')) as found`
const HAS_ROWS = `select exists (select from organization) or exists (select from app_user) as found`
const IS_UNFINISHED = `
  select coalesce(obj_description(to_regnamespace('public'), 'pg_namespace') like $1 || '%', false) as found`

/**
 * Decides whether a database can take a restore: it is empty, `replace` was requested, or it contains an unfinished
 * restore.
 *
 * @throws PlainError that names the existing data and the next step.
 */
export async function checkTarget(
  client: pg.Client,
  { connection, replace }: { connection: Connection; replace: boolean },
): Promise<void> {
  const where = whereIs(connection)
  if (await hasCitus(client)) {
    throw new PlainError(
      `The database ${where} has the extension citus. Restore into a database without it, then create the extension and distribute (docs/operations.md).`,
    )
  }
  if (await ask(client, CONNECTED)) {
    throw new PlainError(`A server or worker of Assay is connected to the database ${where}. Stop it and try again.`)
  }
  if (replace || (await ask(client, IS_UNFINISHED, [UNFINISHED_RESTORE]))) return
  if (!(await ask(client, HAS_TABLES))) return
  const isAssay = await ask(client, `select to_regclass('public.organization') is not null as found`)
  if (isAssay && !(await ask(client, HAS_ROWS))) return
  const what = isAssay ? 'already holds data of Assay' : 'holds tables of another program'
  throw new PlainError(
    `The database ${where} ${what}. Restore into an empty one, or replace its content with --replace.`,
  )
}

/**
 * Moves the current data aside and creates an empty schema with the mark of an unfinished restore, with which no server
 * is ready.
 */
export async function beginRestore(client: pg.Client, source: string): Promise<void> {
  const unfinished = await ask(client, IS_UNFINISHED, [UNFINISHED_RESTORE])
  await client.query('begin')
  for (const { name, aside } of SCHEMAS) {
    // An unfinished restore has no value; the data from before it stay aside.
    if (unfinished) await client.query(`drop schema if exists ${name} cascade`)
    else if (await exists(client, name)) {
      await client.query(`drop schema if exists ${aside} cascade; alter schema ${name} rename to ${aside}`)
    }
  }
  await client.query('create schema public')
  const comment = client.escapeLiteral(`${UNFINISHED_RESTORE} ${source}`)
  await client.query(`comment on schema public is ${comment}; commit`)
}

/** Puts the data back that `beginRestore` moved aside. */
export async function undoRestore(client: pg.Client): Promise<void> {
  await client.query('begin')
  await client.query('drop schema if exists public cascade')
  for (const { name, aside } of SCHEMAS) {
    if (!(await exists(client, aside))) continue
    await client.query(`drop schema if exists ${name} cascade; alter schema ${aside} rename to ${name}`)
  }
  if (!(await exists(client, 'public'))) await client.query('create schema public')
  await client.query('commit')
}

/** Removes the mark and drops the replaced data. */
export async function finishRestore(client: pg.Client): Promise<void> {
  await client.query(`begin; comment on schema public is 'standard public schema'`)
  for (const { aside } of SCHEMAS) await client.query(`drop schema if exists ${aside} cascade`)
  await client.query('commit')
}

const exists = (client: pg.Client, schema: string) =>
  ask(client, 'select to_regnamespace($1) is not null as found', [schema])

async function ask(client: pg.Client, sql: string, values: unknown[] = []): Promise<boolean> {
  const { rows } = await client.query(sql, values)
  return Found.parse(rows[0]).found
}
