import { DEFAULT_RUN_SORT } from '@assay/domain/run/run-sort'
import type { UploadDocument } from '@assay/domain/run/upload-document'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase, scopeOf } from '../../open.ts'
import { asUpload, exampleDocument } from '../../testing/example-upload.ts'
import { openTestProject, type TestProject } from '../../testing/open-test-project.ts'
import { canonicalDump } from '../../testing.ts'
import type { ProjectQueries } from '../../types.ts'

let lab: TestProject
beforeAll(async () => {
  lab = await openTestProject()
})
afterAll(() => lab.close())

let projectId: string
let project: ProjectQueries
let count = 0
beforeEach(async () => {
  count += 1
  ;({ projectId, project } = await lab.other(`conflicts-${count}`))
})

const dump = () => canonicalDump(lab.url, projectId)
const measured = (qps: number, changes: Partial<UploadDocument> = {}) =>
  exampleDocument({ metricNames: ['qps'], results: [{ test: 'scan', clients: 1, values: [qps] }], ...changes })
const send = (document: UploadDocument, onConflict: 'stop' | 'repeat' | 'replace' = 'stop') =>
  project.runs.upload(asUpload(document, onConflict))

async function repeats(): Promise<number[]> {
  const { rows } = await project.runs.list({ filters: {}, sort: DEFAULT_RUN_SORT, cursor: null, limit: 50 })
  return rows.map(({ repeat }) => repeat).toSorted((a, b) => a - b)
}

test('another value at the coordinates of a stored result is refused, with both values, and changes nothing', async () => {
  const first = await send(measured(1000))
  const before = await dump()
  expect(await send(measured(1200))).toEqual({
    ok: false,
    error: {
      code: 'result-conflict',
      differences: [{ result: 0, metric: 0, sent: 1200, stored: 1000, runId: first.ok && first.value.runId }],
    },
  })
  expect(await dump()).toBe(before)
})

test.each<[string, Partial<UploadDocument>]>([
  ['another repeat number', { repeat: 2 }],
  ['another build', { build: { name: 'o3' } }],
  ['another config', { config: { name: 'large' } }],
  ['another machine', { hardware: { name: 'lab2' } }],
  ['another workload', { workload: { name: 'io-bound' } }],
  ['other clients', { results: [{ test: 'scan', clients: 2, values: [1200] }] }],
  ['other parameters', { results: [{ test: 'scan', clients: 1, params: { fanout: 8 }, values: [1200] }] }],
  ['another test', { results: [{ test: 'insert', clients: 1, values: [1200] }] }],
  ['another metric', { metricNames: ['latency_ms_p95'], results: [{ test: 'scan', clients: 1, values: [3] }] }],
  ['the value as a summary rounds it', { results: [{ test: 'scan', clients: 1, values: [1000.4] }] }],
])('%s is not a conflict', async (_, changes) => {
  await send(measured(1000))
  expect(await send(measured(1200, changes))).toMatchObject({ ok: true })
})

test('sending a stored run again is not a conflict, even after it was replaced', async () => {
  await send(measured(1000))
  await send(measured(1200), 'replace')
  expect(await send(measured(1000))).toMatchObject({ ok: true, value: { status: 'already' } })
  expect(await send(measured(1100))).toMatchObject({ error: { differences: [{ stored: 1200 }] } })
})

test('a declared repeat gets the next free repeat number, and sending it again changes nothing', async () => {
  for (const qps of [1000, 1100, 1200]) await send(measured(qps), 'repeat')
  expect(await repeats()).toEqual([1, 2, 3])
  const before = await dump()
  expect(await send(measured(1100), 'repeat')).toMatchObject({ ok: true, value: { status: 'already' } })
  expect(await dump()).toBe(before)
})

test('tests of one evening that are uploaded one by one share a repeat number', async () => {
  for (const qps of [1000, 1100])
    for (const test of ['scan', 'insert'])
      await send(measured(qps, { results: [{ test, clients: 1, values: [qps] }] }), 'repeat')
  expect(await repeats()).toEqual([1, 1, 2, 2])
})

test('a declared repeat with equal values is a repeat when it started at another time', async () => {
  await send(measured(1000, { startedAt: '2026-01-01T00:00:00Z' }), 'repeat')
  await send(measured(1000, { startedAt: '2026-01-02T00:00:00Z' }), 'repeat')
  expect(await repeats()).toEqual([1, 2])
})

test('of many concurrent uploads with different values one is stored, by any process', async () => {
  const others = [1, 2].map(() => openDatabase(lab.url, { max: 5 }))
  const projects = [project, ...others.map((db) => db.in(scopeOf({ id: projectId })))]
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) => projects[i % 3]?.runs.upload(asUpload(measured(1000 + 10 * i)))),
  )
  expect(answers.filter((answer) => answer?.ok === true)).toHaveLength(1)
  expect(await repeats()).toEqual([1])
  await Promise.all(others.map((db) => db.close()))
})

test('many concurrent declared repeats get different numbers', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => send(measured(1000 + 10 * i), 'repeat')))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(8)
  expect(await repeats()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

test('runs at free coordinates are not looked for first, and those of another process are still found', async () => {
  await send(measured(1000))
  const statements: string[] = []
  const note = (sql: string) => {
    statements.push(sql)
    return sql
  }
  const other = openDatabase(lab.url, { rewrite: note })
  const there = other.in(scopeOf({ id: projectId }))
  const sendThere = async (document: UploadDocument) => {
    statements.length = 0
    const answer = await there.runs.upload(asUpload(document))
    return { answer, readsFirst: statements.some((sql) => sql.includes('select id, repeat, started_at from run')) }
  }
  try {
    // The first upload of a process does not know which dimensions are stored.
    expect(await sendThere(measured(1000, { repeat: 2 }))).toMatchObject({ answer: { ok: true }, readsFirst: true })
    expect(await sendThere(measured(1000, { repeat: 3 }))).toMatchObject({ answer: { ok: true }, readsFirst: false })
    const before = await dump()
    const conflict = { ok: false, error: { code: 'result-conflict' } }
    expect(await sendThere(measured(1200))).toMatchObject({ answer: conflict, readsFirst: true })
    expect(await sendThere(measured(1000))).toMatchObject({ answer: { ok: true, value: { status: 'already' } } })
    expect(await dump()).toBe(before)
  } finally {
    await other.close()
  }
})
