import type { ReportContent } from '@assay/domain/publish/report/report-content'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scopeOf } from '../../open.ts'
import { openTestProject, type TestProject } from '../../testing/open-test-project.ts'
import type { ProjectQueries } from '../../types.ts'

const text = (words: string): ReportContent => ({ title: 'Two versions', tldr: '- Slower.\n- Much.', text: words })

let lab: TestProject
let ada: ProjectQueries['reports']
let bo: ProjectQueries['reports']
const as = (name: string) =>
  lab.db.in(scopeOf({ id: lab.projectId }, { kind: 'token', id: null, name, requestId: null, address: null })).reports

beforeAll(async () => {
  lab = await openTestProject()
  ada = as('Ada')
  bo = as('Bo')
})
afterAll(() => lab.close())

/** Runs a statement as the owner of the tables, without a tenant scope. */
async function statement<R extends Record<string, unknown>>(sql: string): Promise<R[]> {
  const client = new Client({ connectionString: lab.url })
  await client.connect()
  try {
    return (await client.query<R>(sql)).rows
  } finally {
    await client.end()
  }
}

test('a draft is created once, saved over its own revision, and listed', async () => {
  const made = await ada.create('two-versions', text('# First'))
  expect(made).toMatchObject({ revision: 1, authors: ['Ada'], versions: [], copies: [], content: text('# First') })
  expect(await bo.create('two-versions', text('other'))).toBeNull()
  expect(await bo.save('two-versions', text('# Second'), 1)).toEqual({ outcome: 'saved', revision: 2 })
  expect(await ada.find('two-versions')).toMatchObject({ revision: 2, authors: ['Ada', 'Bo'], savedBy: 'Bo' })
  expect(await ada.list()).toEqual([])
  expect(await ada.list({ drafts: true })).toMatchObject([
    { slug: 'two-versions', title: 'Two versions', about: 'Slower.', headings: ['Second'], state: 'draft', version: 0 },
  ])
  expect(await ada.save('no-such', text('x'), 1)).toBeNull()
})

test('when two authors save, the second is informed and both texts are kept', async () => {
  await ada.create('both', text('base'))
  const [first, second] = await Promise.all([ada.save('both', text('of Ada'), 1), bo.save('both', text('of Bo'), 1)])
  expect([first?.outcome, second?.outcome].sort()).toEqual(['kept', 'saved'])
  const stored = await ada.find('both')
  expect([stored?.content.text, stored?.copies[0]?.content.text].sort()).toEqual(['of Ada', 'of Bo'])
  expect(stored?.copies).toMatchObject([{ basedOn: 1 }])
  expect(await bo.removeCopy('both', stored?.copies[0]?.id ?? '')).toBe(true)
  expect(await bo.removeCopy('both', stored?.copies[0]?.id ?? '')).toBe(false)
  expect((await ada.find('both'))?.copies).toEqual([])
})

test('a text that is already stored counts as saved, because a response may be lost', async () => {
  await ada.create('again', text('base'))
  expect(await ada.save('again', text('typed'), 1)).toEqual({ outcome: 'saved', revision: 2 })
  expect(await ada.save('again', text('typed'), 1)).toEqual({ outcome: 'saved', revision: 2 })
  expect((await ada.find('again'))?.copies).toEqual([])
})

test('versions are numbered, and the database lets nobody change them, not even its owner', async () => {
  const made = await ada.create('versions', text('one'))
  const figures = [{ sha256: 'ab'.repeat(32), content: '{"value":0.1}' }]
  const first = await ada.addVersion('versions', { revision: 1, note: 'first', figures: [...figures, ...figures] })
  expect(first).toMatchObject({
    number: 1,
    content: text('one'),
    madeBy: 'Ada',
    note: 'first',
  })
  expect(await bo.save('versions', text('two'), 1)).toMatchObject({ revision: 2 })
  expect(await ada.addVersion('versions', { revision: 1, note: null, figures: [] })).toBe('changed')
  const second = await bo.addVersion('versions', { revision: 2, note: null, figures: [] })
  expect(second).toMatchObject({ number: 2, authors: ['Ada', 'Bo'] })
  expect(await ada.findVersion('versions', 1)).toEqual(first)
  expect(await ada.findVersion('versions')).toEqual(second)
  expect(await ada.findVersionById(first !== null && first !== 'changed' ? first.id : '')).toEqual(first)
  expect(await ada.findVersion('versions', 3)).toBeNull()
  expect((await ada.find('versions'))?.versions.map(({ number }) => number)).toEqual([2, 1])
  await expect(
    statement(`set assay.project_id = '${lab.projectId}'; update report_version set text = 'other'`),
  ).rejects.toThrow(/rows of report_version never change/)
  await ada.save('versions', { ...text('# secret'), title: 'Not yet' }, 2)
  const listed = await ada.list()
  expect(listed).toMatchObject([{ title: 'Two versions', headings: [], version: 2, state: 'version' }])
  expect((await ada.list({ drafts: true }))[0]).toMatchObject({ title: 'Not yet', headings: ['secret'], version: 2 })
  expect(await ada.figures((await ada.findVersion('versions', 1)) ?? { snapshotIds: [] })).toEqual([
    ...figures,
    ...figures,
  ])
  await expect(
    statement(`set assay.project_id = '${lab.projectId}'; update report_figure set content = '{}'`),
  ).rejects.toThrow(/rows of report_figure never change/)
  expect(await ada.remove('versions')).toBe('has-versions')
  expect(made?.id).toBe((await ada.find('versions'))?.id)
})

test('two concurrent publications get two numbers', async () => {
  await ada.create('race', text('one'))
  const made = await Promise.all([1, 2, 3].map(() => ada.addVersion('race', { revision: 1, note: null, figures: [] })))
  expect(made.map((one) => (one === null || one === 'changed' ? one : one.number)).sort()).toEqual([1, 2, 3])
})

test('another project sees no report', async () => {
  const { project } = await lab.other('other')
  expect(await project.reports.list({ drafts: true })).toEqual([])
  expect(await project.reports.find('versions')).toBeNull()
  expect(await project.reports.save('versions', text('mine'), 2)).toBeNull()
  const version = await ada.findVersion('versions')
  expect(await project.reports.findVersionById(version?.id ?? '')).toBeNull()
  expect(await project.reports.remove('two-versions')).toBeNull()
})

test('a report without versions can be removed; the audit log has one row per editing session', async () => {
  await ada.create('gone', text('one'))
  await ada.save('gone', text('two'), 1)
  await bo.save('gone', text('three'), 2)
  await bo.save('gone', text('four'), 3)
  expect(await bo.remove('gone')).toBe('removed')
  expect(await bo.remove('gone')).toBeNull()
  const rows = await statement<{ entry: string }>(
    `select actor_name || ' ' || action as entry from audit_event where object_kind = 'report' order by at desc limit 3`,
  )
  expect(rows.map(({ entry }) => entry)).toEqual(['Bo report.removed', 'Bo report.saved', 'Ada report.created'])
})
