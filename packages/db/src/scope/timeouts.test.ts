import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connection, connect } from '../connection.ts'
import { SERVER } from '../open.ts'
import { sqlState } from '../postgres-error.ts'
import { openTestProject, type TestProject } from '../testing/open-test-project.ts'
import type { TenantScope } from './tenant-scope.ts'
import { TIMEOUTS, withTimeouts } from './timeouts.ts'

let lab: TestProject
let connection: Connection
let scope: TenantScope
beforeAll(async () => {
  lab = await openTestProject()
  // A single connection, so that a time-out that is left behind would affect the next statement.
  connection = connect(lab.url, { max: 1, rewrite: null })
  scope = connection.scoped(lab.projectId, SERVER)
})
afterAll(async () => {
  await connection.close()
  await lab.close()
})

const SETTINGS = `
  select (extract(epoch from current_setting('statement_timeout')::interval) * 1000)::int as statement,
    (extract(epoch from current_setting('lock_timeout')::interval) * 1000)::int as lock,
    (extract(epoch from current_setting('idle_in_transaction_session_timeout')::interval) * 1000)::int
      as "idleInTransaction"`
const stateOf = (work: Promise<unknown>) => work.then(() => 'done', sqlState)
/** Waiting for a lock counts as part of the statement, so the time-out for locks must be shorter. */
const SHORT = { statement: 1_000, lock: 100, idleInTransaction: 60_000 }

test.each(Object.entries(TIMEOUTS))(
  'a transaction of the kind %s has its time-outs, by SQL and by Prisma',
  (_, timeouts) =>
    withTimeouts(timeouts, async () => {
      expect((await scope.query(SETTINGS)).rows).toEqual([timeouts])
      const inTransaction = scope.transaction(async (tx) => ({ commit: true, answer: (await tx.query(SETTINGS)).rows }))
      expect(await inTransaction).toEqual([timeouts])
      const byPrisma = scope.prisma.$transaction(async (tx) => (await tx.query(SETTINGS)).rows)
      expect(await byPrisma).toEqual([timeouts])
    }),
)

test('work without stated time-outs has those of jobs, even after other work on its connection', async () => {
  await withTimeouts(SHORT, () => scope.query('select 1'))
  expect((await scope.query(SETTINGS)).rows).toEqual([TIMEOUTS.job])
})

test('a statement over its time-out is canceled, with SQL and with Prisma, and its connection is used again', async () => {
  const slow = 'select pg_sleep(600)'
  const process = 'select pg_backend_pid() as pid'
  const before = (await scope.query(process)).rows
  await withTimeouts(SHORT, async () => {
    expect(await stateOf(scope.query(slow))).toBe('57014')
    expect(await stateOf(scope.transaction(async (tx) => ({ commit: true, answer: await tx.query(slow) })))).toBe(
      '57014',
    )
    expect(await stateOf(scope.prisma.$transaction((tx) => tx.query(slow)))).toBe('57014')
  })
  expect((await scope.query(process)).rows).toEqual(before)
})

test('waiting for a lock of another transaction times out', async () => {
  const other = connect(lab.url, { max: 1, rewrite: null })
  const lock = 'select pg_advisory_xact_lock(1)'
  await other.scoped(lab.projectId, SERVER).transaction(async (tx) => {
    await tx.query(lock)
    expect(await stateOf(withTimeouts(SHORT, () => scope.query(lock)))).toBe('55P03')
    return { commit: true, answer: null }
  })
  expect(await stateOf(withTimeouts(SHORT, () => scope.query(lock)))).toBe('done')
  await other.close()
})
