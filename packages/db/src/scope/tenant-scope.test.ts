import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connection, connect } from '../connection.ts'
import { writeAudit } from '../crud/audit/audit.ts'
import { SERVER } from '../open.ts'
import { asUpload, exampleDocument } from '../testing/example-upload.ts'
import { openTestProject, type TestProject } from '../testing/open-test-project.ts'
import { withoutFilters } from '../testing.ts'
import type { TenantScope } from './tenant-scope.ts'

let lab: TestProject
let connection: Connection
let mine: TenantScope
let theirs: { projectId: string }

beforeAll(async () => {
  lab = await openTestProject()
  const other = await lab.other('theirs')
  theirs = other
  await lab.project.runs.upload(asUpload(exampleDocument()))
  await other.project.runs.upload(asUpload(exampleDocument({ product: 'Theirs' })))
  // A single connection, so that state that a scope leaves behind would affect the next statement.
  connection = connect(lab.url, { max: 1, rewrite: null })
  mine = connection.scoped(lab.projectId, SERVER)
})
afterAll(async () => {
  await connection.close()
  await lab.close()
})

const PRODUCTS = 'select name from product order by name'
const DENIED = { code: '42501' }

test('a statement without filters sees only one project', async () => {
  const inScope = [{ name: 'Example' }]
  expect((await mine.query(PRODUCTS)).rows).toEqual(inScope)
  expect((await mine.query({ name: 'products', text: PRODUCTS })).rows).toEqual(inScope)
  expect((await mine.query({ name: 'products', text: PRODUCTS })).rows).toEqual(inScope)
  const [batched] = await mine.batch([{ name: 'products-too', text: PRODUCTS }])
  expect(batched?.rows).toEqual(inScope)
  const together = await mine.transaction(async (tx) => ({ commit: true, answer: await tx.query(PRODUCTS) }))
  expect(together.rows).toEqual(inScope)
})

test('control: without row-level security the same statement sees both projects', async () => {
  const admin = new Client({ connectionString: lab.url })
  await admin.connect()
  await admin.query('alter table product disable row level security')
  expect((await mine.query(PRODUCTS)).rows).toHaveLength(2)
  await admin.query('alter table product enable row level security')
  await admin.end()
})

test('the scope ends with its statement, even if that fails', async () => {
  const outside = async () => {
    const { rows } = await connection.tenantPool.query(
      "select current_user as role, current_setting('assay.project_id', true) as project",
    )
    expect(rows[0].role).toBe('assay_tenant')
    expect([null, '']).toContain(rows[0].project)
    await expect(connection.tenantPool.query('select from product')).rejects.toMatchObject({ code: '42501' })
  }
  await mine.query(PRODUCTS)
  await outside()
  await expect(mine.query({ name: 'divides', text: 'select 1 / $1::int as one', values: [0] })).rejects.toThrow(/zero/)
  await outside()
  expect((await mine.query({ name: 'divides', text: 'select 1 / $1::int as one', values: [1] })).rows).toEqual([
    { one: 1 },
  ])
  await expect(mine.query('selec')).rejects.toMatchObject({ code: '42601' })
  await expect(mine.batch([{ name: 'bad', text: 'select 1 / 0' }])).rejects.toThrow(/zero/)
  await outside()
  const thrown = mine.transaction(async (tx) => {
    await tx.query(PRODUCTS)
    throw new Error('changed my mind')
  })
  await expect(thrown).rejects.toThrow('changed my mind')
  await outside()
})

test('a statement that cannot be sent closes its connection and ends the scope', async () => {
  await mine.query({ name: 'taken', text: 'select 1 as one' })
  await expect(mine.query({ name: 'taken', text: 'select 2 as two' })).rejects.toThrow(/taken/)
  const { rows } = await connection.tenantPool.query('select current_user::text as role')
  expect(rows).toEqual([{ role: 'assay_tenant' }])
})

test('no row can be written into another project or moved there', async () => {
  const insert = "insert into product (project_id, id, name) values ($1, gen_random_uuid(), 'x')"
  await expect(mine.query(insert, [theirs.projectId])).rejects.toMatchObject(DENIED)
  await expect(mine.query('update product set project_id = $1', [theirs.projectId])).rejects.toMatchObject(DENIED)
  expect((await mine.query('delete from result_command')).rowCount).toBe(0)
  expect((await mine.query('update run set notes = null where project_id = $1', [theirs.projectId])).rowCount).toBe(0)
})

test('people, organizations, tokens and roles are inaccessible', async () => {
  for (const table of ['organization', 'project', 'app_user', 'membership', 'api_token', 'project_member']) {
    await expect(mine.query(`select * from ${table}`), table).rejects.toMatchObject(DENIED)
  }
})

test('audit events cannot be changed', async () => {
  await writeAudit(mine.prisma, mine.projectId, SERVER, { action: 'a.b', object: { kind: 'a', id: null, name: 'b' } })
  expect((await mine.query("select action from audit_event where action <> 'run.uploaded'")).rows).toEqual([
    { action: 'a.b' },
  ])
  await expect(mine.query("update audit_event set action = 'c.d'")).rejects.toMatchObject(DENIED)
  await expect(mine.query('delete from audit_event')).rejects.toMatchObject(DENIED)
})

test('the filters can be removed from statements', () => {
  expect(withoutFilters('select 1 from run r where r.project_id = $1 and id = $2')).toBe(
    'select 1 from run r where $1::uuid is not null and id = $2',
  )
  expect(withoutFilters('UPDATE "public"."run" SET "project_id" = $1 WHERE ("public"."run"."project_id" = $2)')).toBe(
    'UPDATE "public"."run" SET "project_id" = $1 WHERE ($2::uuid is not null)',
  )
})

test('a scope consists of an id only', () => {
  expect(() => connection.scoped("'; drop table run --", SERVER)).toThrow()
})
