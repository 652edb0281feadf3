import type pg from 'pg'
import { z } from 'zod'
import { endOfClause, readsWords, splitStatements, tokenizeSql } from '../../lint/sql/tokenize-sql.ts'

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
  return (await hasCitus(client)) && (await ask(client, IS_DISTRIBUTED))
}

export const hasCitus = (client: pg.ClientBase): Promise<boolean> => ask(client, HAS_CITUS)

const ask = async (client: pg.ClientBase, question: string) => Yes.parse((await client.query(question)).rows)[0].yes

/**
 * Executes a migration on a distributed database, statement by statement: Citus sends the whole text of a query to the
 * nodes when one of its statements concerns them, and they refuse several statements at once. The transaction of the
 * migration spans them all.
 */
export async function executeDistributed(client: pg.ClientBase, sql: string): Promise<void> {
  await client.query(SETTINGS)
  for (const statement of splitScript(sql).flatMap(splitAlterTable)) {
    if (!isOmitted(statement)) await client.query(statement)
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
 * Splits an "alter table" with several changes into one statement for each, because Citus takes some of them alone only,
 * and checks of new columns into statements of their own.
 */
export function splitAlterTable(statement: string): string[] {
  const tokens = tokenizeSql(statement)
  const first = tokens[3]
  if (!readsWords(tokens, 0, 'alter', 'table') || first === undefined) return [statement]
  const changes: string[] = []
  for (let from = 3; from < tokens.length; ) {
    const end = endOfClause(tokens, from, ({ text }) => text === ',')
    changes.push(statement.slice(tokens[from]?.at, tokens[end]?.at).trim())
    from = end + 1
  }
  return changes.flatMap((change) => splitColumnCheck(statement.slice(0, first.at) + change))
}

/**
 * Splits the check of a new column into a constraint of its own, because Citus takes constraints with a name only. The
 * name is the one that Postgres would choose.
 */
function splitColumnCheck(statement: string): string[] {
  const tokens = tokenizeSql(statement)
  const [table, column] = [tokens[2]?.text ?? '', tokens[5]?.text ?? '']
  if (!readsWords(tokens, 3, 'add', 'column')) return [statement]
  const check = tokens[endOfClause(tokens, 6, ({ text }) => text.toLowerCase() === 'check')]
  if (check === undefined) return [statement]
  const name = `${table}_${column}_check`
  return [
    statement.slice(0, check.at).trim(),
    `alter table ${table} add constraint ${name} ${statement.slice(check.at)}`,
  ]
}

/**
 * Statements that Citus refuses and that change no answer: names of constraints, because conflicts are recognized by
 * SQLSTATE and table, and how large values are stored.
 */
function isOmitted(statement: string): boolean {
  const tokens = tokenizeSql(statement)
  return (
    readsWords(tokens, 0, 'alter', 'table') &&
    tokens.some((_, at) => readsWords(tokens, at, 'rename', 'constraint') || readsWords(tokens, at, 'set', 'storage'))
  )
}
