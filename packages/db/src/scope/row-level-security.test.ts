import type { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseOfOwner } from '../testing.ts'

// Checks tenant isolation in the system catalog, so that no table can be added without row-level security.

let client: Client
let close: () => Promise<void>
beforeAll(async () => {
  ;({ client, close } = await databaseOfOwner())
})
afterAll(() => close())

const names = async (sql: string) => (await client.query<{ name: string }>(sql)).rows.map(({ name }) => name)

/** Tables of projects. */
const WALLED = `
  select c.oid, c.relname::text as name, c.relrowsecurity, c.relforcerowsecurity
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'project_id' and not a.attisdropped
  where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`

const ADVICE = 'call raise_wall(TABLE) in the migration that makes it (20261121000900_raise_walls)'

/**
 * Tables that are read before the project is known: tokens and links by their hash, roles of a person, audit logs of
 * organizations.
 */
const OPEN_TO_DIRECTORY = [
  'api_token',
  'audit_event',
  'feed_key',
  'notification_channel',
  'project_member',
  'share',
  'spec_link',
  'spec_reviewer',
]

const QUOTA_TRIGGERS = ['count_histograms', 'count_usage', 'limit_links', 'limit_members']

const CONDITION = "(project_id = (NULLIF(current_setting('assay.project_id'::text, true), ''::text))::uuid)"

test('row-level security is enabled and forced on every table of projects', async () => {
  const open = await names(`select name from (${WALLED}) t where not (relrowsecurity and relforcerowsecurity)`)
  expect(open, ADVICE).toEqual([])
})

test('the only policies are that of the project and, on the tables of the directory, that of the migrating role', async () => {
  const { rows } = await client.query(
    `select tablename::text as name, policyname::text as policy, permissive, roles::text[], cmd, qual, with_check
     from pg_policies where schemaname = 'public' order by 1, 2`,
  )
  const ofProject = rows.filter(({ policy }) => policy === 'of_project')
  for (const { name, permissive, roles, cmd, qual, with_check } of ofProject) {
    const expected = { permissive: 'PERMISSIVE', roles: ['public'], cmd: 'ALL', qual: CONDITION, with_check: CONDITION }
    expect({ permissive, roles, cmd, qual, with_check }, name).toEqual(expected)
  }
  expect(
    ofProject.map(({ name }) => name),
    ADVICE,
  ).toEqual(await names(`select name from (${WALLED}) t order by 1`))
  const others = rows.filter(({ policy }) => policy !== 'of_project')
  expect(others.map(({ name, policy }) => `${policy} ${name}`)).toEqual(
    OPEN_TO_DIRECTORY.map((name) => `of_directory ${name}`),
  )
  expect(others.flatMap(({ roles }) => roles)).not.toContain('assay_app')
})

test('keys start with the project, and references between tables of projects include it', async () => {
  const columns = (key: string) => `
    select c.conname, array_agg(a.attname::text order by u.place) as columns
    from pg_constraint c join unnest(c.${key}) with ordinality u (number, place) on true
      join pg_attribute a on a.attrelid = ${key === 'conkey' ? 'c.conrelid' : 'c.confrelid'} and a.attnum = u.number
    where c.connamespace = 'public'::regnamespace group by c.oid, c.conname`
  const bad = await names(`
    with walled as (${WALLED}),
    index_columns as (
      select i.indrelid, i.indexrelid::regclass::text as name, a.attname::text as first
      from pg_index i join walled on walled.oid = i.indrelid
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where i.indisunique)
    select name from index_columns where first <> 'project_id'
    union all select 'no primary key: ' || name from walled
      where not exists (select from pg_index where indrelid = walled.oid and indisprimary)
    union all select c.conname::text from pg_constraint c
      join walled near on near.oid = c.conrelid join walled far on far.oid = c.confrelid
      join (${columns('conkey')}) own on own.conname = c.conname join (${columns('confkey')}) theirs on theirs.conname = c.conname
      where c.contype = 'f' and (own.columns[1] <> 'project_id' or theirs.columns[1] <> 'project_id')`)
  expect(bad).toEqual([])
})

test('views use the rights of the querying role, and there are no materialized copies of the tables', async () => {
  const views = `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and`
  expect(await names(`${views} relkind = 'm'`)).toEqual([])
  expect(
    await names(`${views} relkind = 'v' and not coalesce(reloptions @> array['security_invoker=true'], false)`),
  ).toEqual([])
  // A function with the rights of its owner would bypass row-level security; these read nothing and only add to the
  // queue, or are called as triggers only.
  expect(
    await names(
      `select proname::text as name from pg_proc where pronamespace = 'public'::regnamespace and prosecdef order by 1`,
    ),
  ).toEqual(['ask_for_job', 'ask_for_job_at', ...QUOTA_TRIGGERS])
  expect(
    await names(
      `select proname::text as name from pg_proc where prosecdef and prorettype = 'trigger'::regtype order by 1`,
    ),
  ).toEqual(QUOTA_TRIGGERS)
})

/** Tables on which the role has fewer rights than to read and write rows. */
const FEWER: Record<string, string> = {
  api_token: '',
  project_member: '',
  audit_chain: 'INSERT SELECT',
  audit_event: 'INSERT SELECT',
  notification_channel: '',
  feed_key: '',
}

test('the role owns nothing, bypasses nothing, and reaches no table above projects', async () => {
  const { rows } = await client.query(`
    select rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolcanlogin as mighty,
      exists (select from pg_class where relowner = pg_roles.oid) as owns from pg_roles where rolname = 'assay_app'`)
  expect(rows).toEqual([{ mighty: false, owns: false }])
  const granted = await client.query<{ name: string; rights: string }>(`
    select table_name::text as name, string_agg(privilege_type::text, ' ' order by privilege_type::text) as rights
    from information_schema.role_table_grants where grantee = 'assay_app' group by 1`)
  const rights = new Map(granted.rows.map((row) => [row.name, row.rights]))
  const walled = await names(`select name from (${WALLED}) t`)
  for (const name of walled) {
    const own = rights.get(name) ?? ''
    if (FEWER[name] === undefined) expect(own, ADVICE).toMatch(/^(DELETE )?(INSERT )?SELECT( UPDATE)?$/)
    else expect(own, name).toBe(FEWER[name])
  }
  expect([...rights.keys()].filter((name) => !walled.includes(name))).toEqual([])
})

test('a scope sees subscriptions, but neither addresses nor secrets', async () => {
  const { rows } = await client.query<{ column: string; rights: string }>(`
    select column_name::text as column, string_agg(privilege_type::text, ' ' order by privilege_type::text) as rights
    from information_schema.role_column_grants where grantee = 'assay_app' and table_name = 'notification_channel' group by 1`)
  const readable = rows.filter(({ rights }) => rights.includes('SELECT')).map(({ column }) => column)
  expect(readable).toContain('products')
  expect(readable.filter((column) => column.endsWith('_sealed'))).toEqual([])
  expect(
    rows
      .filter(({ rights }) => rights.includes('UPDATE'))
      .map(({ column }) => column)
      .sort(),
  ).toEqual(['failures', 'paused_at', 'paused_why'])
})
