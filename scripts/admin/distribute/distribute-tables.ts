import type pg from 'pg'
import { z } from 'zod'
import { PlainError } from '../../lib/plain-error.ts'
import { countRows, type DistributionPlan, OTHER_COLUMNS, type Table } from './distribution-plan.ts'
import { countingFunctions, prepareFunctions, prepareRoles } from './prepare-nodes.ts'

const SETTINGS = `
  set local client_min_messages = warning;
  -- Triggers of Assay only read and write rows of the project of their row.
  set local citus.enable_unsafe_triggers = on;
  set local citus.multi_shard_modify_mode = 'sequential'`

/** All rows of a project are stored on the node of its runs, also when a later call adds tables. */
const FIRST = 'run'

const FOREIGN_KEYS = `
  select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace
    and (conrelid::regclass::text = any($1) or confrelid::regclass::text = any($1))`
const Definitions = z.array(z.object({ table: z.string(), name: z.string(), definition: z.string() }))

/** Triggers that count rows for quotas, which copied rows must not do again. */
const COUNTING_TRIGGERS = `
  select t.tgrelid::regclass::text as "table", quote_ident(t.tgname) as name, pg_get_triggerdef(t.oid) as definition
  from pg_trigger t join pg_proc p on p.oid = t.tgfoid
  where not t.tgisinternal and t.tgrelid::regclass::text = any($1) and p.oid::regprocedure::text = any($2)`

/**
 * Distributes the tables of a plan in one transaction, with their rows, and gives every node the functions and rights that
 * it lacks, such as a node that was added later.
 *
 * @throws PlainError when a table has another number of rows than before; nothing is changed then.
 */
export async function distributeTables(client: pg.ClientBase, plan: DistributionPlan): Promise<void> {
  if (plan.references.length + plan.distributed.length > 0) await moveRows(client, plan)
  await prepareFunctions(client)
  await prepareRoles(client)
}

/**
 * Foreign keys are dropped meanwhile, because Citus refuses one from a table that is distributed already to one that is
 * not; and so are triggers that count rows.
 */
async function moveRows(client: pg.ClientBase, { references, distributed }: DistributionPlan): Promise<void> {
  const tables = [...references, ...distributed]
  await client.query('begin')
  try {
    await client.query(SETTINGS)
    const names = tables.map(({ name }) => name)
    const foreignKeys = Definitions.parse((await client.query(FOREIGN_KEYS, [names])).rows)
    const counting = [names, await countingFunctions(client)]
    const triggers = Definitions.parse((await client.query(COUNTING_TRIGGERS, counting)).rows)
    for (const { table, name } of triggers) await client.query(`drop trigger ${name} on ${table}`)
    for (const { table, name } of foreignKeys) await client.query(`alter table ${table} drop constraint ${name}`)
    for (const { name } of references) await client.query('select create_reference_table($1)', [name])
    for (const { name } of inOrder(distributed)) {
      const colocation = name === FIRST ? 'none' : FIRST
      const column = OTHER_COLUMNS[name] ?? 'project_id'
      await client.query('select create_distributed_table($1, $2, colocate_with => $3)', [name, column, colocation])
    }
    for (const { table, name, definition } of foreignKeys) {
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    }
    for (const { definition } of triggers) await client.query(definition)
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
