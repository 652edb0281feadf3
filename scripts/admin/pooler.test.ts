// The product behind pgbouncer in transaction mode, with fewer server connections than it uses at once.

import { SERVER } from '@assay/db/open'
import { createTestDatabase, type TestDatabase } from '@assay/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../packages/db/src/connection.ts'
import { observeQueries } from '../../packages/db/src/scope/observed-client.ts'
import { fillServer, openDrillServer, readAnswers } from './testing/drill-server.ts'
import { type Pgbouncer, pgbouncerVersion, startPgbouncer } from './testing/pgbouncer.ts'

const version = pgbouncerVersion()
if (version === null)
  console.log('pgbouncer is not installed, so the tests of a pooler are skipped (Debian: apt install pgbouncer)')

/** Fewer than the statements that the tests send at once, so that transactions take turns on each connection. */
const POOL_SIZE = 2
const AT_ONCE = 40

let database: TestDatabase
let bouncer: Pgbouncer
let pooled: string
let close: (() => Promise<void>) | null = null
beforeAll(async () => {
  if (version === null) return
  database = await createTestDatabase()
  bouncer = await startPgbouncer(database.url, POOL_SIZE)
  pooled = bouncer.through(database.url)
})
afterAll(async () => {
  await close?.()
  if (version === null) return
  await bouncer.stop()
  await database.drop()
})

test.skipIf(version === null)(
  'answers of REST are the same bytes through the pooler, also for many callers',
  async () => {
    const server = openDrillServer(pooled, undefined, {}, { directUrl: database.url })
    close = async () => {
      await server.stop()
      server.remove()
    }
    const tokens = await fillServer(server)
    expect(await server.health()).toMatchObject({ ready: true })
    const direct = openDrillServer(database.url, server.dataDir)
    const expected = await readAnswers(direct, tokens)
    await direct.stop()
    expect(expected.filter((answer) => !/ 200 /.test(answer))).toEqual([])
    const answers = await Promise.all(Array.from({ length: AT_ONCE / 4 }, () => readAnswers(server, tokens)))
    for (const answer of answers) expect(answer).toEqual(expected)
  },
)

test.skipIf(version === null)('no scope sees rows of another, however transactions share connections', async () => {
  const connection = connect({ url: pooled, directUrl: database.url }, { max: AT_ONCE, rewrite: null })
  const { rows: projects } = await connection.pool.query('select id, slug from project order by slug')
  const scopes = Array.from({ length: AT_ONCE }, (_, i) => projects[i % projects.length])
  const seen = await Promise.all(
    scopes.map(async ({ id }) => {
      const scope = connection.scoped(id, SERVER)
      const statement = { name: 'projects-seen', text: 'select distinct project_id::text as id from run' }
      const byPrisma = await scope.prisma.run.findMany({ where: { projectId: id }, select: { projectId: true } })
      return [...(await scope.query(statement)).rows.map((row) => row.id), ...byPrisma.map((row) => row.projectId)]
    }),
  )
  expect(seen.map((ids) => new Set(ids))).toEqual(scopes.map(({ id }) => new Set([id])))
  // The role and the project of a scope end with its transaction, although others use the same server session.
  const left = Array.from({ length: AT_ONCE }, () =>
    connection.tenantPool.query(
      "select current_user::text as role, current_setting('assay.project_id', true) as project",
    ),
  )
  const states = (await Promise.all(left)).flatMap(({ rows }) => rows)
  expect(new Set(states.map(({ role, project }) => `${role} ${project ?? ''}`))).toEqual(new Set(['assay_tenant ']))
  const { rows: sessions } = await connection.ownerPool.query(
    "select count(*)::int as count from pg_stat_activity where usename = 'assay_tenant' and datname = current_database()",
  )
  expect(sessions).toEqual([{ count: POOL_SIZE }])
  await connection.close()
})

test.skipIf(version === null)('a worker finishes jobs that were queued through the pooler', async () => {
  const server = openDrillServer(pooled, undefined, {}, { directUrl: database.url })
  const done: unknown[] = []
  const worker = await server.services.db.jobs.work(
    { 'find-changes': async (payload) => void done.push(payload) },
    { concurrency: 1 },
  )
  const [project] = await server.services.db.projects.list()
  if (project === undefined) throw new Error('the first test stores projects')
  await server.services.db.jobs.enqueue('find-changes', { projectId: project.id, product: 'pooled' }, 'pooled')
  await expect.poll(() => done).toContainEqual({ projectId: project.id, product: 'pooled' })
  await worker.stop()
  await server.stop()
  server.remove()
})

test.skipIf(version === null)('statements stay unnamed when traces observe them', async () => {
  let observed = 0
  observeQueries(() => {
    observed++
    return () => undefined
  })
  const connection = connect({ url: pooled, directUrl: database.url }, { max: AT_ONCE, rewrite: null })
  try {
    const named = { name: 'traced', text: 'select count(*)::int as count from pg_sleep(0.01)' }
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => connection.pool.query(named)))
    expect(answers.map(({ rows }) => rows[0])).toEqual(answers.map(() => ({ count: 1 })))
    expect(observed).toBeGreaterThanOrEqual(AT_ONCE)
    const { rows } = await connection.pool.query("select name from pg_prepared_statements where name = 'traced'")
    expect(rows).toEqual([])
  } finally {
    observeQueries(null)
    await connection.close()
  }
})

test.skipIf(version === null)(
  'control: without the direct address, prepared statements fail behind the pooler',
  async () => {
    const connection = connect(pooled, { max: AT_ONCE, rewrite: null })
    const statements = Array.from({ length: AT_ONCE }, () =>
      connection.ownerPool.query({ name: 'prepared', text: 'select pg_sleep(0.01)' }),
    )
    const failed = (await Promise.allSettled(statements)).filter(({ status }) => status === 'rejected')
    expect(failed.length).toBeGreaterThan(0)
    await connection.close()
  },
)
