import type pg from 'pg'
import { z } from 'zod'
import { listTables } from '../backup/tables.ts'

/** Tables of a project that its archive does not have, with the reason. */
export const LEFT_OUT: Record<string, string> = {
  ...{ project_member: 'people', favourite: 'people', seen_page: 'people', spec_read_receipt: 'people' },
  ...{ api_token: 'secrets', feed_key: 'secrets', notification_channel: 'secrets' },
  ...{ message: 'mails', message_attempt: 'mails', spec_subscription: 'mails', spec_notice: 'mails' },
  ...{ report_conflicting_copy: 'texts that are not saved', spec_conflicting_copy: 'texts that are not saved' },
  ...{ audit_event: 'signed by this server', audit_chain: 'signed by this server' },
  spec_idempotency_key: 'requests in progress',
  ...{ run_counter: 'written by the import', run_change: 'written by the import', run_removal: 'files to delete' },
  ...{ usage_counter: 'counted by triggers', report_figure_run: 'written by a trigger' },
  ...{ runner: 'machines of this server', run_plan: 'requests to runners', run_request: 'requests to runners' },
  ...{ run_engine: 'secrets of engines of this server', run_engine_start: 'messages to engines' },
  ...{ run_attempt: 'requests to runners', run_attempt_log: 'output of attempts; runs have their raw files' },
  ...{ neighbor_floor: 'computed by a scan', finding_version_pair: 'computed by a scan' },
}

/** Values that are replaced by null: links and e-mails of guests, and accounts of this server. */
const WITHOUT: Record<string, Record<string, string>> = {
  spec_reviewer: {
    facts: `jsonb_set(facts, '{email}', 'null')`,
    ...{ secret_sha256: 'null', link_created_at: 'null', link_expires_at: 'null', link_revoked_at: 'null' },
  },
  finding: { owner_id: 'null' },
  share: { created_by: 'null' },
  spec_link: { created_by: 'null' },
}

/** Tables whose rows belong to one run; an incremental archive has those of new runs only. */
const OF_RUNS: Record<string, string> = {
  run: 'id = any($1::uuid[])',
  ...{ result: 'run_id = any($1::uuid[])', result_badge: 'run_id = any($1::uuid[])' },
  ...{ run_source: 'run_id = any($1::uuid[])', attachment: 'run_id = any($1::uuid[])' },
  ...Object.fromEntries(['sample_series', 'histogram', 'profile'].map((name) => [name, ofResult('result_id')])),
  result_command: ofResult('id'),
}

function ofResult(column: string): string {
  return `${column} in (select id from result where run_id = any($1::uuid[]))`
}

export type ArchiveTable = {
  name: string
  columns: string[]
  primaryKey: string[]
  /** The expression of each column in an archive. */
  expressions: string[]
  /** A condition for the rows of some runs, whose ids are $1; null for other tables. */
  ofRuns: string | null
}

const Keys = z.array(z.object({ name: z.string(), columns: z.array(z.string()) }))
const PRIMARY_KEYS = `
  select c.relname::text as name, array_agg(a.attname::text order by position) as columns
  from pg_index i join pg_class c on c.oid = i.indrelid
  cross join unnest(i.indkey) with ordinality as key (number, position)
  join pg_attribute a on a.attrelid = c.oid and a.attnum = key.number
  where i.indisprimary and c.relnamespace = current_schema()::regnamespace group by c.relname`

const References = z.array(z.object({ name: z.string(), target: z.string() }))
const REFERENCES = `
  select distinct conrelid::regclass::text as name, confrelid::regclass::text as target
  from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace and conrelid <> confrelid`

/** The tables of an archive, each one after those that it refers to. */
export async function listArchiveTables(client: pg.ClientBase): Promise<ArchiveTable[]> {
  const keys = Keys.parse((await client.query(PRIMARY_KEYS)).rows)
  const tables = (await listTables(client))
    .filter(({ name, columns }) => columns.includes('project_id') && LEFT_OUT[name] === undefined)
    .map(({ name, columns }) => ({
      name,
      columns,
      primaryKey: keys.find((key) => key.name === name)?.columns ?? [],
      expressions: columns.map((column) => WITHOUT[name]?.[column] ?? `"${column}"`),
      ofRuns: OF_RUNS[name] ?? null,
    }))
  const references = References.parse((await client.query(REFERENCES)).rows)
  const sorted: ArchiveTable[] = []
  const names = new Set(tables.map(({ name }) => name))
  while (sorted.length < tables.length) {
    const done = new Set(sorted.map(({ name }) => name))
    const next = tables.filter(
      ({ name }) =>
        !done.has(name) &&
        references.every((one) => one.name !== name || !names.has(one.target) || done.has(one.target)),
    )
    if (next.length === 0) throw new Error('The tables of a project refer to each other in a circle.')
    sorted.push(...next)
  }
  return sorted
}
