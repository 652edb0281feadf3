import pg from 'pg'
import { z } from 'zod'
import { PlainError } from '../../lib/plain-error.ts'

/** Functions that scopes call; on a node without the job queue they do nothing. */
const CALLED = ['ask_for_job(text, json, text)', 'ask_for_job_at(text, json, text, timestamptz)']

/** Functions of quotas, which read and count rows while a row is stored. */
const COUNTING = `
  select p.oid::regprocedure::text as name from pg_proc p
  where p.pronamespace = current_schema()::regnamespace
    and (p.proname = 'quota_usage' or p.prosrc ~ '\\m(add_usage|use_quota|quota_usage)\\M')`
const Names = z.array(z.object({ name: z.string() }))

export const countingFunctions = async (client: pg.ClientBase): Promise<string[]> =>
  Names.parse((await client.query(COUNTING)).rows).map(({ name }) => name)

/**
 * Creates the functions on every node that statements and triggers of the nodes call. Citus refuses queries of functions
 * that run within a statement on a shard, unless they are allowed; those of quotas read the project of the row, and the
 * sums of its organization, which other transactions have committed.
 */
export async function prepareFunctions(client: pg.ClientBase): Promise<void> {
  const counting = await countingFunctions(client)
  for (const name of counting) {
    await client.query(`alter function ${name} set citus.allow_nested_distributed_execution = on`)
  }
  for (const name of [...CALLED, ...counting]) await client.query('select create_distributed_function($1)', [name])
}

/** The role of scopes, as the migrations name it. */
const SCOPES = 'assay_app'
const SET_CONFIG = 'function pg_catalog.set_config(text, text, boolean)'
const OWNER = `select tableowner as name from pg_tables where tablename = 'run' and schemaname = current_schema()`
const ON_EVERY_NODE = `
  select n.nodename || ':' || n.nodeport as node, r.success, r.result
  from run_command_on_all_nodes($1) r join pg_dist_node n on n.nodeid = r.nodeid`
const Answers = z.array(z.object({ node: z.string(), success: z.boolean(), result: z.string().nullable() }))

/**
 * Gives the roles of the application the same rights on all nodes: nobody but the owner can call `set_config`, by which an
 * injected expression could choose another project. Nodes log in to each other in the role of scopes, which has no
 * password, for statements that read several shards.
 *
 * @throws PlainError that names a node which refused.
 */
export async function prepareRoles(client: pg.ClientBase): Promise<void> {
  const [owner] = z.tuple([z.object({ name: z.string() })]).parse((await client.query(OWNER)).rows)
  await client.query(`alter role ${SCOPES} login`)
  for (const statement of [
    `grant execute on ${SET_CONFIG} to ${pg.escapeIdentifier(owner.name)}`,
    `revoke execute on ${SET_CONFIG} from public`,
  ]) {
    const refused = Answers.parse((await client.query(ON_EVERY_NODE, [statement])).rows).find((one) => !one.success)
    if (refused === undefined) continue
    throw new PlainError(
      `The node ${refused.node} refused "${statement}": ${refused.result}. Correct it and try again.`,
    )
  }
}
