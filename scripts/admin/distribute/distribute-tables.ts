import type pg from 'pg'
import { z } from 'zod'
import { PlainError } from '../../lib/plain-error.ts'
import { countRows, type DistributionPlan, type Table } from './distribution-plan.ts'

const SETTINGS = `
  set local client_min_messages = warning;
  -- Triggers of Assay only read and write rows of the project of their row.
  set local citus.enable_unsafe_triggers = on;
  set local citus.multi_shard_modify_mode = 'sequential'`

/** Functions that scopes call; on a node without the job queue they do nothing. */
const FUNCTIONS = ['ask_for_job(text, json, text)', 'ask_for_job_at(text, json, text, timestamptz)']

/** All rows of a project are stored on the node of its runs, also when a later call adds tables. */
const FIRST = 'run'

const FOREIGN_KEYS = `
  select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace
    and (conrelid::regclass::text = any($1) or confrelid::regclass::text = any($1))`
const ForeignKeys = z.array(z.object({ table: z.string(), name: z.string(), definition: z.string() }))

/**
 * Distributes the tables of a plan in one transaction, with their rows. Their foreign keys are dropped meanwhile, because Citus
 * refuses one from a table that is distributed already to one that is not.
 *
 * @throws PlainError when a table has another number of rows than before; nothing is changed then.
 */
export async function distributeTables(client: pg.ClientBase, plan: DistributionPlan): Promise<void> {
  const { references, distributed } = plan
  const tables = [...references, ...distributed]
  if (tables.length === 0 && plan.quotaTriggers.length === 0) return
  await client.query('begin')
  try {
    await client.query(SETTINGS)
    const foreignKeys = ForeignKeys.parse((await client.query(FOREIGN_KEYS, [tables.map(({ name }) => name)])).rows)
    for (const { table, name } of plan.quotaTriggers) await client.query(`drop trigger ${name} on ${table}`)
    for (const { table, name } of foreignKeys) await client.query(`alter table ${table} drop constraint ${name}`)
    for (const { name } of references) await client.query('select create_reference_table($1)', [name])
    for (const { name } of inOrder(distributed)) {
      const colocation = name === FIRST ? 'none' : FIRST
      await client.query(`select create_distributed_table($1, 'project_id', colocate_with => $2)`, [name, colocation])
    }
    for (const { table, name, definition } of foreignKeys) {
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    }
    for (const name of FUNCTIONS) await client.query('select create_distributed_function($1)', [name])
    await compareRows(client, tables)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
  await deleteLocalCopies(client, tables)
}

const inOrder = (tables: readonly Table[]) =>
  tables.toSorted((a, b) => Number(b.name === FIRST) - Number(a.name === FIRST))

async function compareRows(client: pg.ClientBase, before: readonly Table[]): Promise<void> {
  const after = new Map((await countRows(client, before)).map(({ name, rows }) => [name, rows]))
  const lost = before.filter(({ name, rows }) => after.get(name) !== rows).map(({ name }) => name)
  if (lost.length > 0) {
    throw new PlainError(
      `The number of rows changed in ${lost.join(', ')} while they were copied, so nothing is distributed. Stop everything that writes to the database and try again.`,
    )
  }
}

/** Citus keeps the rows of the coordinator, hidden, until they are deleted. */
async function deleteLocalCopies(client: pg.ClientBase, tables: readonly Table[]): Promise<void> {
  await client.query(`set client_min_messages = warning`)
  for (const { name } of tables) {
    await client.query('select truncate_local_data_after_distributing_table($1::regclass)', [name])
  }
}
