import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Connection, connect } from '../connection.ts'
import { idFromName } from '../id-from-name.ts'
import { SERVER } from '../open.ts'
import { sqlState } from '../postgres-error.ts'
import { asUpload, exampleDocument } from '../testing/example-upload.ts'
import { openTestProject, type TestProject } from '../testing/open-test-project.ts'
import { withoutFilters } from '../testing.ts'
import type { TenantClient } from './tenant-client.ts'

let lab: TestProject
let theirs: string
beforeAll(async () => {
  lab = await openTestProject()
  const other = await lab.other('theirs')
  theirs = other.projectId
  await lab.project.runs.upload(asUpload(exampleDocument()))
  await other.project.runs.upload(asUpload(exampleDocument({ product: 'Theirs' })))
})
afterAll(() => lab.close())

const DENIED = '42501'
const productId = (name: string) => idFromName('product', name)
const stateOf = (work: Promise<unknown>) => work.then(() => 'done', sqlState)

describe.each([
  { how: 'as it is', rewrite: null },
  { how: 'with its own filters taken out', rewrite: withoutFilters },
])('the tenant client $how', ({ rewrite }) => {
  let connection: Connection
  let mine: TenantClient
  let here: { projectId: string }
  beforeAll(() => {
    // A single connection, so that state that a scope leaves behind would affect the next operation.
    connection = connect(lab.url, { max: 1, rewrite })
    mine = connection.scoped(lab.projectId, SERVER).prisma
    here = { projectId: lab.projectId }
  })
  afterAll(() => connection.close())

  test('an operation sees only one project', async () => {
    expect(await mine.product.findMany({ where: here, select: { name: true } })).toEqual([{ name: 'Example' }])
    expect(await mine.product.count({ where: here })).toBe(1)
    const id = productId('Theirs')
    expect(await mine.product.findUnique({ where: { projectId_id: { ...here, id } } })).toBeNull()
    const together = mine.$transaction((tx) => tx.product.findMany({ where: here, select: { name: true } }))
    expect(await together).toEqual([{ name: 'Example' }])
  })

  test('concurrent queries of two projects get their own rows', async () => {
    const other = connection.scoped(theirs, SERVER).prisma
    const ask = (client: TenantClient, projectId: string, name: string) =>
      client.product.findUnique({ where: { projectId_id: { projectId, id: productId(name) } }, select: { name: true } })
    const names = ['Example', 'Theirs']
    const answers = names.flatMap((name) => [ask(mine, lab.projectId, name), ask(other, theirs, name)])
    expect(await Promise.all(answers)).toEqual([{ name: 'Example' }, null, null, { name: 'Theirs' }])
  })

  test('no row can be moved into another project, and no row of another one can be changed', async () => {
    const moved = mine.product.updateMany({ where: here, data: { projectId: theirs } })
    expect(await stateOf(moved)).toBe(DENIED)
    expect(await mine.run.updateMany({ where: { ...here, notes: null }, data: { notes: 'mine' } })).toEqual({
      count: 1,
    })
    const other = connection.scoped(theirs, SERVER).prisma
    expect(await other.run.findMany({ where: { projectId: theirs }, select: { notes: true } })).toEqual([
      { notes: null },
    ])
    await mine.run.updateMany({ where: here, data: { notes: null } })
  })

  test('secrets and roles are inaccessible, and audit events cannot be changed', async () => {
    expect(await stateOf(mine.apiToken.findMany({ where: here }))).toBe(DENIED)
    expect(await stateOf(mine.projectMember.findMany({ where: here }))).toBe(DENIED)
    expect(await stateOf(mine.auditEvent.deleteMany({ where: here }))).toBe(DENIED)
    expect(await stateOf(mine.auditEvent.updateMany({ where: here, data: { action: 'c.d' } }))).toBe(DENIED)
  })

  test('the scope ends with its operation, even if that fails', async () => {
    const outside = async () => {
      const { rows } = await connection.tenantPool.query(
        "select current_user as role, current_setting('assay.project_id', true) as project",
      )
      expect(rows[0].role).toBe('assay_tenant')
      expect([null, '']).toContain(rows[0].project)
      await expect(connection.tenantPool.query('select from product')).rejects.toMatchObject({ code: '42501' })
    }
    await mine.product.count({ where: here })
    await outside()
    await expect(mine.apiToken.count({ where: here })).rejects.toThrow()
    await outside()
    const thrown = mine.$transaction(async (tx) => {
      await tx.run.updateMany({ where: here, data: { notes: 'half done' } })
      throw new Error('changed my mind')
    })
    await expect(thrown).rejects.toThrow('changed my mind')
    await outside()
    expect(await mine.run.count({ where: { ...here, notes: 'half done' } })).toBe(0)
  })

  test('an operation that does not name the project of the scope is refused before it is sent', async () => {
    const refused = /names the project of the scope/
    await expect(mine.product.findMany()).rejects.toThrow(refused)
    await expect(mine.product.findMany({ where: { projectId: theirs } })).rejects.toThrow(refused)
    await expect(mine.product.deleteMany({ where: { name: 'Theirs' } })).rejects.toThrow(refused)
    const product = { projectId: theirs, id: productId('x'), name: 'x' }
    await expect(mine.product.create({ data: product })).rejects.toThrow(refused)
    await expect(mine.product.createMany({ data: [{ ...product, ...here }, product] })).rejects.toThrow(refused)
    await expect(mine.organization.findMany({ where: { slug: 'lab' } })).rejects.toThrow(refused)
    await expect(mine.$transaction((tx) => tx.product.findMany())).rejects.toThrow(refused)
  })
})

test('control: without filters and without row-level security an operation sees both projects', async () => {
  const connection = connect(lab.url, { max: 1, rewrite: withoutFilters })
  const admin = new Client({ connectionString: lab.url })
  await admin.connect()
  await admin.query('alter table product disable row level security')
  const mine = connection.scoped(lab.projectId, SERVER).prisma
  expect(await mine.product.count({ where: { projectId: lab.projectId } })).toBe(2)
  await admin.query('alter table product enable row level security')
  await admin.end()
  await connection.close()
})
