import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** Creates a database without tables on the Postgres of the test run. */
export async function createEmptyDatabase(admin = process.env.ASSAY_TEST_POSTGRES_URL ?? '', user?: string) {
  const name = `assay_drill_${randomBytes(6).toString('hex')}`
  await run(admin, `create database ${name}${user === undefined ? '' : ` owner ${user}`}`)
  const url = Object.assign(new URL(admin), { pathname: `/${name}` })
  if (user !== undefined) Object.assign(url, { username: user, password: user })
  return { url: url.href, drop: () => run(admin, `drop database if exists ${name} with (force)`) }
}

export async function run(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Describes every constraint, index, trigger, policy and right of a database, one per line. */
export async function describeSchema(url: string): Promise<string[]> {
  const rows = await run(url, SCHEMA)
  return rows.map((row) => JSON.stringify(row))
}

const SCHEMA = `
  select * from (
    select 'constraint' as kind, conrelid::regclass::text as of, conname::text as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select 'index', tablename, indexname, indexdef from pg_indexes where schemaname = 'public'
    union all select 'trigger', tgrelid::regclass::text, tgname, pg_get_triggerdef(t.oid) || tgenabled::text
      from pg_trigger t join pg_class c on c.oid = tgrelid where not tgisinternal and relnamespace = 'public'::regnamespace
    union all select 'policy', tablename, policyname, coalesce(qual, '') || coalesce(with_check, '') from pg_policies
    union all select 'table', relname, relkind::text,
        relrowsecurity::text || relforcerowsecurity || coalesce(
          (select string_agg(x::text, ' ' order by x::text) from unnest(relacl) x where x::text like 'assay_app=%'), '')
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'S')
  ) everything order by 1, 2, 3`
