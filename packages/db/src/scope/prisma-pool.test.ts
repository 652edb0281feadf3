import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Connection, connect } from '../connection.ts'
import { SERVER } from '../open.ts'
import { asUpload, exampleDocument } from '../testing/example-upload.ts'
import { openTestProject, type TestProject } from '../testing/open-test-project.ts'
import type { TenantScope } from './tenant-scope.ts'

let lab: TestProject
let connection: Connection
let mine: TenantScope
let here: { projectId: string }
beforeAll(async () => {
  lab = await openTestProject()
  await lab.project.runs.upload(asUpload(exampleDocument()))
  const { project } = await lab.other('theirs')
  await project.runs.upload(asUpload(exampleDocument({ product: 'Theirs' })))
  // A single connection, so that state that a transaction leaves behind would affect the next one.
  connection = connect(lab.url, { max: 1, rewrite: null })
  mine = connection.scoped(lab.projectId, SERVER)
  here = { projectId: lab.projectId }
  await mine.prisma.product.count({ where: here })
})
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  await connection.close()
  await lab.close()
})

/** Counts how often `work` waited for an answer; statements that are sent together cost one round trip. */
async function roundTrips(work: () => Promise<unknown>): Promise<number> {
  let waiting = 0
  let trips = 0
  const send = Client.prototype.query
  vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
    waiting++
    const answer = Reflect.apply(send, this, args)
    const answered = () => {
      waiting--
      if (waiting === 0) trips++
    }
    Promise.resolve(answer).then(answered, answered)
    return answer
  })
  await work()
  vi.restoreAllMocks()
  return trips
}

test('a read in a scope is one round trip, a write two', async () => {
  const { product, run } = mine.prisma
  expect(await roundTrips(() => product.findMany({ where: here }))).toBe(1)
  expect(await roundTrips(() => product.count({ where: here }))).toBe(1)
  expect(await roundTrips(() => run.updateMany({ where: here, data: { notes: 'n' } }))).toBe(2)
  const together = () =>
    mine.prisma.$transaction(async (tx) => {
      await tx.run.updateMany({ where: here, data: { notes: null } })
      return tx.product.count({ where: here })
    })
  expect(await roundTrips(together)).toBe(3)
  expect(await roundTrips(() => mine.query('select name from product'))).toBe(1)
})

test('a write is stored when its operation returns', async () => {
  await mine.prisma.run.updateMany({ where: here, data: { notes: 'stored' } })
  const other = connect(lab.url, { max: 1, rewrite: null })
  const { rows } = await other.scoped(lab.projectId, SERVER).query('select notes from run')
  expect(rows).toEqual([{ notes: 'stored' }])
  await other.close()
})

test('SQL and Prisma in one transaction are committed together, in the scope', async () => {
  const names = await mine.prisma.$transaction(async (tx) => {
    await tx.run.updateMany({ where: here, data: { notes: 'by Prisma' } })
    const { rows } = await tx.query('select notes, (select name from product) as product from run')
    const [first] = await tx.batch([{ text: 'select current_user as role' }])
    return [...rows, ...(first?.rows ?? [])]
  })
  expect(names).toEqual([{ notes: 'by Prisma', product: 'Example' }, { role: 'assay_app' }])
  const thrown = mine.prisma.$transaction(async (tx) => {
    await tx.query("update run set notes = 'by SQL'")
    throw new Error('changed my mind')
  })
  await expect(thrown).rejects.toThrow('changed my mind')
  expect(await mine.prisma.run.count({ where: { ...here, notes: 'by SQL' } })).toBe(0)
  await mine.prisma.$transaction((tx) => tx.query("update run set notes = 'by SQL'"))
  expect(await mine.prisma.run.count({ where: { ...here, notes: 'by SQL' } })).toBe(1)
})

test('concurrent transactions use separate connections', async () => {
  const wide = connect(lab.url, { max: 12, rewrite: null })
  const scoped = wide.scoped(lab.projectId, SERVER)
  const transactions = Array.from({ length: 6 }, () =>
    scoped.prisma.$transaction(async (tx) => {
      const [byPrisma] = await tx.$queryRaw<{ pid: number }[]>`select pg_backend_pid() as pid`
      // An operation outside the transaction has another connection and a scope of its own.
      await scoped.prisma.product.count({ where: here })
      const { rows } = await tx.query('select pg_backend_pid() as pid, count(*)::int from product')
      return [byPrisma?.pid === rows[0]?.pid, rows[0]?.count]
    }),
  )
  expect(await Promise.all(transactions)).toEqual(transactions.map(() => [true, 1]))
  await wide.close()
})

test('a transaction whose connection is cut fails, and the next one has a new connection', async () => {
  const admin = new Client({ connectionString: lab.url })
  await admin.connect()
  const cut = mine.prisma.$transaction(async (tx) => {
    const { rows } = await tx.query('select pg_backend_pid() as pid')
    await admin.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    return tx.product.count({ where: here })
  })
  await expect(cut).rejects.toThrow()
  await admin.end()
  expect(await mine.prisma.product.count({ where: here })).toBe(1)
})

test('all logins share one client of Prisma, also when an operation of one begins within a transaction of another', async () => {
  const login = async (client: { $queryRaw: (text: TemplateStringsArray) => Promise<unknown> }) => {
    return await client.$queryRaw`select session_user::text as login`
  }
  const { prisma, ownerPrisma } = connection
  const inside = await mine.prisma.$transaction((tx) => Promise.all([login(tx), login(prisma), login(ownerPrisma)]))
  expect(inside).toEqual([[{ login: 'assay_tenant' }], [{ login: 'assay_directory' }], [{ login: 'postgres' }]])
  const [first, second] = await prisma.$transaction([
    prisma.$queryRaw`select now()::text as began`,
    prisma.$queryRaw`select now()::text as began`,
  ])
  expect(second).toEqual(first)
  const owner = await ownerPrisma.$transaction(async (tx) => [await login(tx), await login(prisma)])
  expect(owner).toEqual([[{ login: 'postgres' }], [{ login: 'assay_directory' }]])
})
