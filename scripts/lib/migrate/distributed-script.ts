import type pg from 'pg'
import { z } from 'zod'
import { readsWords, splitStatements, tokenizeSql } from '../../lint/sql/tokenize-sql.ts'

const HAS_CITUS = `select to_regclass('pg_dist_partition') is not null as yes`
const IS_DISTRIBUTED = `select exists (select from pg_dist_partition where partmethod = 'h') as yes`
const Yes = z.tuple([z.object({ yes: z.boolean() })])

const SETTINGS = `
  set client_min_messages = warning;
  -- Triggers of Assay only read and write rows of the project of their row.
  set citus.enable_unsafe_triggers = on;
  set citus.multi_shard_modify_mode = 'sequential'`

/** True when tables of this database are distributed by Citus. */
export async function isDistributed(client: pg.ClientBase): Promise<boolean> {
  for (const question of [HAS_CITUS, IS_DISTRIBUTED]) {
    if (!Yes.parse((await client.query(question)).rows)[0].yes) return false
  }
  return true
}

/**
 * Executes a migration on a distributed database, statement by statement: Citus sends the whole text of a query to the
 * nodes when one of its statements concerns them, and they refuse several statements at once. The transaction of the
 * migration spans them all.
 */
export async function executeDistributed(client: pg.ClientBase, sql: string): Promise<void> {
  await client.query(SETTINGS)
  for (const statement of splitScript(sql)) {
    if (!isRenameOfConstraint(statement)) await client.query(statement)
  }
}

/** Splits a script at the semicolons between its statements, not at those within strings and functions. */
export function splitScript(sql: string): string[] {
  return splitStatements(tokenizeSql(sql)).map((tokens) => {
    const [first, last] = [tokens[0], tokens.at(-1)]
    return first === undefined || last === undefined ? '' : sql.slice(first.at, last.at + last.text.length)
  })
}

/**
 * Citus cannot rename constraints of distributed tables. Their names are without effect: conflicts are recognized by
 * SQLSTATE and table.
 */
function isRenameOfConstraint(statement: string): boolean {
  const tokens = tokenizeSql(statement)
  return (
    readsWords(tokens, 0, 'alter', 'table') && tokens.some((_, at) => readsWords(tokens, at, 'rename', 'constraint'))
  )
}
