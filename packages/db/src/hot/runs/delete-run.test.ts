import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, scopeOf } from '../../open.ts'
import { asUpload, exampleDocument } from '../../testing/example-upload.ts'
import { openTestProject, type TestProject } from '../../testing/open-test-project.ts'
import { canonicalDump } from '../../testing.ts'

let lab: TestProject
beforeAll(async () => {
  lab = await openTestProject()
})
afterAll(() => lab.close())

const PAGE = { filters: {}, sort: { key: 'received', direction: 'descending' }, cursor: null, limit: 500 } as const

/** Creates a run with rows in every table that can refer to it. */
const full = (changes: Parameters<typeof exampleDocument>[0] = {}) =>
  asUpload(
    exampleDocument({
      results: [
        {
          test: 'scan',
          clients: 1,
          values: [1000, 1.5],
          command: 'bench --scan',
          samples: [{ metric: 'qps', intervalSeconds: 1, values: [1, 2, 3] }],
          histograms: [{ unitMs: 1, buckets: [[0, 2, 5]] }],
        },
      ],
      source: { name: 'a post' },
      attachments: [{ name: 'out.txt', sha256: 'a'.repeat(64), sizeBytes: 1 }],
      ...changes,
    }),
  )

test('a removed run leaves no rows, and its repeat keeps all of its rows', async () => {
  const { projectId, project } = await lab.other('removed')
  const remaining = full({ repeat: 2 })
  await project.runs.upload(remaining)
  const before = await canonicalDump(lab.url, projectId)
  const run = full()
  await project.runs.upload(run)
  const resultId = (await project.runs.find(run.runId))?.results[0]?.id ?? ''
  const by = { by: 'ada', at: new Date('2026-11-21T12:00:00Z') }
  await project.validity.invalidate({ runId: run.runId, reason: 'cable', ...by })
  await project.validity.invalidate({ runId: run.runId, resultId, reason: 'cable', ...by })
  await project.annotations.add({ runId: run.runId, coordinates: {}, text: 'odd' })
  expect(await project.runs.remove(run.runId)).toBe(true)
  const rows = (await canonicalDump(lab.url, projectId)).split('\n').filter((row) => !row.startsWith('run_removal '))
  // Rows that both runs share remain; rows of the first run alone are deleted.
  expect(rows.join('\n')).toBe(before)
  expect(await project.runs.find(run.runId)).toBeNull()
  expect((await project.runs.list(PAGE)).rows.map(({ id }) => id)).toEqual([remaining.runId])
  expect(await project.runs.remove(run.runId)).toBe(false)
  const { events } = await project.audit.list({ filters: { what: 'run.removed' }, after: null, limit: 9 })
  expect(events).toMatchObject([{ object: { id: run.runId }, before: { product: 'Example', version: '1.0' } }])
})

test('every other process stops listing a removed run at once, and lists it after it is uploaded again', async () => {
  const { projectId, project } = await lab.other('told')
  const other = openDatabase(lab.url, { max: 2 })
  const reader = other.in(scopeOf({ id: projectId }))
  const cells = { filters: {}, metrics: null, newestOnly: true, allSteps: false }
  for (let i = 0; i < 3; i++) {
    await project.runs.upload(full())
    expect((await reader.runs.list(PAGE)).total).toBe(1)
    expect((await reader.cells.list(cells)).points).toHaveLength(1)
    await project.runs.remove(full().runId)
    // The two queries use different statements: that of cells and that of the run list.
    const [points, page] = await Promise.all([reader.cells.list(cells), reader.runs.list(PAGE)])
    expect(points.points).toEqual([])
    expect(page.total).toBe(0)
  }
  await other.close()
})

test('queries that are concurrent with a removal all see the remaining runs', async () => {
  const { projectId, project } = await lab.other('together')
  const other = openDatabase(lab.url, { max: 8 })
  const reader = other.in(scopeOf({ id: projectId }))
  const cells = { filters: {}, metrics: null, newestOnly: true, allSteps: false }
  await project.runs.upload(full({ version: '2.0' }))
  for (let i = 0; i < 3; i++) {
    await project.runs.upload(full())
    expect((await reader.cells.list(cells)).points).toHaveLength(2)
    await project.runs.remove(full().runId)
    const all = await Promise.all(Array.from({ length: 8 }, () => reader.cells.list(cells)))
    expect(all.map(({ points }) => points.length)).toEqual(all.map(() => 1))
  }
  await other.close()
})

test('while runs are added and removed concurrently, lists equal the table in the end', async () => {
  const { projectId, project } = await lab.other('come-and-go')
  const other = openDatabase(lab.url, { max: 4 })
  const reader = other.in(scopeOf({ id: projectId }))
  const runs = Array.from({ length: 6 }, (_, i) => full({ repeat: i + 1 }))
  const work = runs.map(async (run, i) => {
    for (let round = 0; round < 4; round++) {
      expect(await project.runs.upload(run)).toMatchObject({ ok: true })
      // The same upload and the removal run concurrently.
      const [again] = await Promise.all([project.runs.upload(run), project.runs.remove(run.runId), reader.home()])
      expect(again.ok).toBe(true)
      if (i % 2 === 0) await project.runs.remove(run.runId)
      else await project.runs.upload(run)
    }
  })
  await Promise.all(work)
  const client = new Client({ connectionString: lab.url })
  await client.connect()
  const { rows } = await client.query<{ id: string }>('select id from run where project_id = $1 order by id', [
    projectId,
  ])
  await client.end()
  const stored = rows.map(({ id }) => id)
  expect(stored).toEqual([1, 3, 5].map((i) => runs[i]?.runId).sort())
  for (const queries of [project, reader]) {
    expect((await queries.runs.list(PAGE)).rows.map(({ id }) => id).sort()).toEqual(stored)
  }
  await other.close()
})

test('objects that refer to a run are listed, and no others', async () => {
  const { project } = await lab.other('references')
  const run = full()
  await project.runs.upload(run)
  const save = (slug: string, query: string) =>
    project.savedComparisons.save(slug, { title: slug, query }, { replace: false })
  await save('all', '')
  await save('mine', 'version=1.0')
  await save('theirs', 'version=2.0')
  await project.annotations.add({ runId: run.runId, coordinates: {}, text: 'odd' })
  const found = await project.runs.references(run.runId)
  expect(found).toMatchObject({ notes: 1, files: 1, findings: [], shares: [] })
  expect(found?.saved.map(({ slug }) => slug)).toEqual(['all', 'mine'])
  expect(await project.runs.references('00000000-0000-4000-8000-000000000000')).toBeNull()
})

test('frozen copies of a run are listed, only the newest of several versions', async () => {
  const { project } = await lab.other('frozen')
  const run = full()
  await project.runs.upload(run)
  const other = '0193a0b1-0000-7abc-8def-0123456789ff'
  const figure = (sha256: string, ids: readonly string[]) => ({
    sha256: sha256.repeat(64),
    content: JSON.stringify({ runs: ids.map((id) => ({ id })), grid: { cells: [{ runIds: ids }] } }),
  })
  const publish = async (slug: string, ids: readonly string[], sha256: string) => {
    await project.reports.create(slug, { title: slug, tldr: '', text: 'one' })
    const version = { revision: 1, note: null, figures: [figure(sha256, ids)] }
    await project.reports.addVersion(slug, version)
  }
  await publish('shows-it', [other, run.runId], '1')
  await publish('shows-another', [other], '2')
  // The same frozen content is the same row, with the same references.
  await publish('shows-it-too', [other, run.runId], '1')
  await project.reports.save('shows-it', { title: 'Second', tldr: '', text: 'two' }, 1)
  await project.reports.addVersion('shows-it', { revision: 2, note: null, figures: [figure('3', [run.runId])] })
  await publish('names-a-longer-one', [`${run.runId}-2`], '4')
  expect((await project.runs.references(run.runId))?.reports).toEqual([
    { slug: 'shows-it', title: 'Second', version: 2 },
    { slug: 'shows-it-too', title: 'shows-it-too', version: 1 },
  ])
  const { project: otherProject } = await lab.other('stranger')
  await otherProject.runs.upload(run)
  expect((await otherProject.runs.references(run.runId))?.reports).toEqual([])
})
