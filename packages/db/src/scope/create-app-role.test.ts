import { readFileSync } from 'node:fs'
import type { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseOfOwner } from '../testing.ts'

// The role may be created after the tables; the statements in docs/security.md must then grant exactly the same rights.

let client: Client
let close: () => Promise<void>
beforeAll(async () => {
  ;({ client, close } = await databaseOfOwner())
})
afterAll(() => close())

const GRANTS = `
  select concat_ws(' ', lower(a.privilege_type), c.relname) as held from pg_class c, aclexplode(c.relacl) a
    where c.relnamespace = 'public'::regnamespace and a.grantee = 'assay_app'::regrole
  union
  select concat_ws(' ', lower(a.privilege_type), c.relname, t.attname)
    from pg_class c join pg_attribute t on t.attrelid = c.oid, aclexplode(t.attacl) a
    where c.relnamespace = 'public'::regnamespace and a.grantee = 'assay_app'::regrole
  union
  select 'execute ' || p.oid::regprocedure::text from pg_proc p, aclexplode(p.proacl) a
    where p.pronamespace = 'public'::regnamespace and a.grantee = 'assay_app'::regrole
  order by 1`

const held = async (): Promise<string[]> =>
  (await client.query<{ held: string }>(GRANTS)).rows.map(({ held: one }) => one)

test('the grants on the security page equal those of the migrations', async () => {
  const page = readFileSync(new URL('../../../../docs/security.md', import.meta.url), 'utf8')
  const recipe = [...page.matchAll(/```sql\n(.*?)```/gs)].map(([, sql = '']) => sql).find((sql) => sql.startsWith('do'))
  const migrated = await held()
  expect(migrated.length).toBeGreaterThan(100)
  await client.query('begin')
  await client.query('revoke all on all tables in schema public from assay_app')
  await client.query('revoke all on all functions in schema public from assay_app')
  const taken = await held()
  await client.query(recipe ?? '')
  const texts = await held()
  await client.query('rollback')
  expect(taken).toEqual([])
  expect(texts).toEqual(migrated)
})
