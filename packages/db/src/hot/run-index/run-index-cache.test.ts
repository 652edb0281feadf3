import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../connection.ts'
import { openDatabase, scopeOf } from '../../open.ts'
import { SERVER_ACTOR } from '../../scope/server-actor.ts'
import { asStatement } from '../../scope/statements.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { TIMEOUTS, withTimeouts } from '../../scope/timeouts.ts'
import { asUpload, exampleDocument } from '../../testing/example-upload.ts'
import { openTestProject, type TestProject } from '../../testing/open-test-project.ts'
import { buildRunIndex } from './load-new-runs.ts'
import type { RunIndex } from './run-index.ts'
import { RunIndexCache, RunIndexNotReady } from './run-index-cache.ts'

let lab: TestProject
beforeAll(async () => {
  lab = await openTestProject()
})
afterAll(() => lab.close())

const FIRST_PAGE = {
  filters: {},
  sort: { key: 'received', direction: 'descending' },
  cursor: null,
  limit: 500,
} as const

test('a run that one process acknowledged is visible to every other, even with concurrent uploads', async () => {
  const { projectId, project } = await lab.other('two-processes')
  const readers = [openDatabase(lab.url, { max: 3 }), openDatabase(lab.url, { max: 3 })]
  const projects = readers.map((db) => db.in(scopeOf({ id: projectId })))
  let next = 0
  const uploadSome = async () => {
    for (let i = next++; i < 60; i = next++) {
      const upload = asUpload(exampleDocument({ version: `1.${i}`, repeat: i + 1 }))
      await project.runs.upload(upload)
      const reader = projects[i % 2]
      const [page, cells] = await Promise.all([
        reader?.runs.list(FIRST_PAGE),
        reader?.cells.list({ filters: { version: [`1.${i}`] }, metrics: null, newestOnly: true, allSteps: false }),
      ])
      expect(page?.rows.map((run) => run.id)).toContain(upload.runId)
      expect(cells?.points).toHaveLength(3)
    }
  }
  await Promise.all([uploadSome(), uploadSome(), uploadSome(), uploadSome()])
  const totals = await Promise.all(projects.map(async (project) => (await project.runs.list(FIRST_PAGE)).total))
  expect(totals).toEqual([60, 60])
  await Promise.all(readers.map((db) => db.close()))
})

test('facts of a later upload apply to runs that were cached before', async () => {
  const { project } = await lab.other('filled-in')
  await project.runs.upload(asUpload(exampleDocument()))
  expect((await project.runs.list(FIRST_PAGE)).rows.map((run) => run.compiler)).toEqual(['unknown'])
  await project.runs.upload(
    asUpload(
      exampleDocument({ repeat: 2, build: { name: 'o2', compiler: 'gcc' }, tests: [{ name: 'scan', group: 'range' }] }),
    ),
  )
  expect((await project.runs.list(FIRST_PAGE)).rows.map((run) => run.compiler)).toEqual(['gcc', 'gcc'])
  const { points } = await project.cells.list({
    filters: { group: ['range'], repeat: ['1'] },
    metrics: null,
    newestOnly: true,
    allSteps: false,
  })
  expect(points).toHaveLength(1)
})

test('the index is rebuilt when the database is replaced by an older one', async () => {
  const { projectId, project } = await lab.other('replaced')
  await project.runs.upload(asUpload(exampleDocument()))
  const { runIndexes, pool } = connect(lab.url, { max: 1, rewrite: null })
  const before = await runIndexes.fresh(projectId)
  before.horizon = Array.from({ length: 16 }, () => 999)
  const after = await runIndexes.fresh(projectId)
  expect(after).not.toBe(before)
  expect(after.runs).toHaveLength(1)
  await pool.end()
})

test('a project that was evicted during a query is read again completely', async () => {
  const { projectId, project } = await lab.other('let-go')
  await project.runs.upload(asUpload(exampleDocument()))
  const { runIndexes, pool } = connect(lab.url, { max: 1, rewrite: null })
  const { horizon } = await runIndexes.fresh(projectId)
  runIndexes.forget(projectId)
  await runIndexes.catchUp(projectId, horizon, { horizon: horizon ?? [], newRuns: [], removals: [] })
  expect(runIndexes.current(projectId).runs).toHaveLength(1)
  await pool.end()
})

test('concurrent first reads build an index once, so that an older one never replaces a newer one', async () => {
  const { projectId, project } = await lab.other('concurrent-builds')
  await project.runs.upload(asUpload(exampleDocument()))
  const { scoped, close } = connect(lab.url, { max: 8, rewrite: null })
  let builds = 0
  const countBuilds = (id: string): TenantScope => {
    const scope = scoped(id, SERVER_ACTOR)
    return {
      ...scope,
      query(statement, values) {
        if (asStatement(statement, values).text.includes('order by id limit $4')) builds += 1
        return scope.query(statement, values)
      },
    }
  }
  const runIndexes = new RunIndexCache(countBuilds)
  const nothing = { horizon: [], newRuns: [], removals: [] }
  for (let turn = 0; turn < 3; turn += 1) {
    runIndexes.forget(projectId)
    builds = 0
    await Promise.all(Array.from({ length: 4 }, () => runIndexes.catchUp(projectId, null, nothing)))
    expect(builds).toBe(1)
  }
  await close()
})

test('an index that is filled in batches has every run once, with its entries', async () => {
  const { projectId, project } = await lab.other('batches')
  for (let i = 0; i < 7; i += 1) {
    await project.runs.upload(asUpload(exampleDocument({ version: `1.${i % 3}`, repeat: i + 1 })))
  }
  const { runIndexes, scoped, close } = connect(lab.url, { max: 1, rewrite: null })
  const whole = await runIndexes.fresh(projectId)
  const of = ({ runs }: RunIndex) => runs.map(({ id, build, repeat }) => [id, build.version, repeat]).sort()
  for (const batch of [1, 2, 7, 8]) {
    const built = await buildRunIndex(scoped(projectId, SERVER_ACTOR), batch)
    expect(of(built)).toEqual(of(whole))
    expect(built.horizon).toEqual(whole.horizon)
  }
  await close()
})

test('a page is answered while a large index is built, a job waits for it, and both have it afterwards', async () => {
  const { projectId, project } = await lab.other('large')
  await project.runs.upload(asUpload(exampleDocument()))
  const { scoped, close } = connect(lab.url, { max: 2, rewrite: null })
  const gate = Promise.withResolvers<void>()
  /** The first statement asks for changes, and the others read runs. */
  let asked = 0
  const slowScope = (id: string): TenantScope => {
    const scope = scoped(id, SERVER_ACTOR)
    return {
      ...scope,
      async query(statement, values) {
        asked += 1
        if (asked > 1) await gate.promise
        return scope.query(statement, values)
      },
    }
  }
  const runIndexes = new RunIndexCache(slowScope, { maxWaitMs: 1 })
  await expect(withTimeouts(TIMEOUTS.page, () => runIndexes.fresh(projectId))).rejects.toThrow(RunIndexNotReady)
  const forJob = withTimeouts(TIMEOUTS.job, () => runIndexes.fresh(projectId))
  gate.resolve()
  expect((await forJob).runs).toHaveLength(1)
  expect((await withTimeouts(TIMEOUTS.page, () => runIndexes.fresh(projectId))).runs).toHaveLength(1)
  await close()
})
