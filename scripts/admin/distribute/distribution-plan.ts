import type pg from 'pg'
import { z } from 'zod'
import { PlainError } from '../../lib/plain-error.ts'

/**
 * Tables that every node has whole: projects and their organizations, and the secrets by which a request finds its project.
 * Statements of scopes only read them.
 */
const REFERENCE_TABLES = new Set([
  'organization',
  'app_user',
  'membership',
  'project',
  'api_token',
  'project_member',
  'feed_key',
  'quota',
])

/** The column by which a table is distributed, unless it is project_id. */
export const OTHER_COLUMNS: Readonly<Record<string, string>> = { usage_counter: 'counted_project' }

export type Table = { name: string; rows: number }

export type DistributionPlan = {
  /** Nodes that store shards, as host:port. */
  nodes: string[]
  /** Tables that are neither distributed nor copied to every node yet. */
  references: Table[]
  distributed: Table[]
  /** Tables that stay on the coordinator. */
  local: string[]
  /** Tables that an earlier call distributed or copied. */
  done: number
}

const HAS_CITUS = `select to_regclass('pg_dist_partition') is not null as yes`
const MAY_READ_ALL = 'select rolsuper as yes from pg_roles where rolname = current_user'
const NODES = `
  select nodename || ':' || nodeport as name from pg_dist_node where shouldhaveshards and noderole = 'primary' order by 1`
/** Connections of servers and workers of this database. */
const SESSIONS = `
  select count(*)::int as count from pg_stat_activity
  where datname = current_database() and application_name = 'assay'`
/** Kinds of Citus: h is distributed, t is a reference table, and null or s is stored by the coordinator alone. */
const TABLES = `
  select c.relname::text as name,
    case when p.partmethod = 'h' then 'h' when p.repmodel = 't' then 't' end as kind,
    c.relname = any($1) or exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = 'project_id' and not a.attisdropped
    ) as "ofProject"
  from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
  where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
  order by 1`

const Yes = z.tuple([z.object({ yes: z.boolean() })])
const TableRows = z.array(z.object({ name: z.string(), kind: z.enum(['h', 't']).nullable(), ofProject: z.boolean() }))

/**
 * Reads how the tables of a database would be distributed.
 *
 * @throws PlainError when the server cannot distribute them.
 */
export async function planDistribution(client: pg.ClientBase): Promise<DistributionPlan> {
  const isTrue = async (question: string) => Yes.parse((await client.query(question)).rows)[0].yes
  if (!(await isTrue(HAS_CITUS))) {
    throw new PlainError(
      'The database has no extension citus. Install Citus on every node, run "create extension citus" in the database of each node, and add the nodes (docs/operations.md).',
    )
  }
  if (!(await isTrue(MAY_READ_ALL))) {
    throw new PlainError(
      'Row-level security hides rows from the user of DATABASE_URL. Call distribute with a superuser in DATABASE_URL, so that every row is copied.',
    )
  }
  const nodes = z.array(z.object({ name: z.string() })).parse((await client.query(NODES)).rows)
  if (nodes.length === 0) {
    throw new PlainError(
      'No node stores shards. Add one with "select citus_add_node(HOST, PORT)" (docs/operations.md).',
    )
  }
  const tables = TableRows.parse((await client.query(TABLES, [Object.keys(OTHER_COLUMNS)])).rows)
  const waiting = tables.filter(({ kind }) => kind === null)
  const isReference = ({ name }: { name: string }) => REFERENCE_TABLES.has(name)
  return {
    nodes: nodes.map(({ name }) => name),
    references: await countRows(client, waiting.filter(isReference)),
    distributed: await countRows(
      client,
      waiting.filter((table) => table.ofProject && !isReference(table)),
    ),
    local: waiting.filter((table) => !table.ofProject && !isReference(table)).map(({ name }) => name),
    done: tables.length - waiting.length,
  }
}

/** The number of sessions of servers and workers, which must be stopped before tables move. */
export async function countServerSessions(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query(SESSIONS)
  return z.tuple([z.object({ count: z.int() })]).parse(rows)[0].count
}

export async function countRows(client: pg.ClientBase, tables: readonly { name: string }[]): Promise<Table[]> {
  const counted: Table[] = []
  for (const { name } of tables) {
    const { rows } = await client.query(`select count(*)::float8 as rows from "${name}"`)
    counted.push({ name, rows: z.tuple([z.object({ rows: z.number() })]).parse(rows)[0].rows })
  }
  return counted
}
