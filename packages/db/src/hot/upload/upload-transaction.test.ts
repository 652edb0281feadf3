import type { UploadDocument } from '@assay/domain/run/upload-document'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase, scopeOf } from '../../open.ts'
import { asUpload, exampleDocument } from '../../testing/example-upload.ts'
import { openTestProject, type TestProject } from '../../testing/open-test-project.ts'
import { canonicalDump, refusingLines } from '../../testing.ts'
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
  ;({ projectId, project } = await lab.other(`project-${count}`))
})

const send = (document: UploadDocument) => project.runs.upload(asUpload(document))
const dump = () => canonicalDump(lab.url, projectId)

test('a run that is sent twice is one run with one receipt', async () => {
  const first = await send(exampleDocument())
  const before = await dump()
  const second = await send(exampleDocument())
  expect(first).toMatchObject({ ok: true, value: { status: 'stored' } })
  expect(second).toEqual({ ok: true, value: { ...(first.ok && first.value), status: 'already' } })
  expect(await dump()).toBe(before)
})

test('a run and its audit event are stored together or not at all', async () => {
  const refused = () => refusingLines(lab.url, 'run.uploaded', () => send(exampleDocument()), 'audit_event')
  // The third upload adds only a run, which is another path through the function.
  for (const version of ['1.0', '2.0', '2.0']) {
    await send(exampleDocument({ version: '2.0', notes: version }))
    const before = await dump()
    await expect(refused()).rejects.toThrow(/refused/)
    expect(await dump()).toBe(before)
  }
  await send(exampleDocument())
  await send(exampleDocument())
  const { events } = await project.audit.list({ filters: { what: 'run.uploaded' }, after: null, limit: 10 })
  expect(events).toHaveLength(3)
  const { hardware, workload } = { hardware: 'lab1', workload: 'cached' }
  const after = { product: 'Example', version: '1.0', config: 'small', hardware, workload }
  expect(events[0]).toMatchObject({ action: 'run.uploaded', by: { kind: 'server' }, object: { kind: 'run' }, after })
})

test('an id in upper case is the same id', async () => {
  const runId = '0193a0b1-0000-7abc-8def-0123456789ab'
  await send(exampleDocument({ runId }))
  expect(await send(exampleDocument({ runId: runId.toUpperCase() }))).toMatchObject({
    ok: true,
    value: { status: 'already', runId },
  })
})

test('other content under the same id is refused and changes nothing', async () => {
  const runId = '0193a0b1-0000-7abc-8def-0123456789ab'
  await send(exampleDocument({ runId }))
  const before = await dump()
  const other = exampleDocument({ runId, version: '2.0', hardware: { name: 'new', cores: 4 } })
  expect(await send(other)).toMatchObject({ ok: false, error: { code: 'run-differs', runId } })
  expect(await dump()).toBe(before)
})

test('the same figures from two sources are one run with two sources', async () => {
  const attachment = { name: 'a.txt', sha256: 'a'.repeat(64), sizeBytes: 3 }
  await send(exampleDocument({ source: { name: 'summary A' } }))
  await send(
    exampleDocument({ source: { name: 'summary B', url: 'https://example.org/b' }, attachments: [attachment] }),
  )
  const stored = await dump()
  expect(stored.match(/^run /gm)).toHaveLength(1)
  expect(stored.match(/^run_source /gm)).toHaveLength(2)
  expect(stored.match(/^attachment /gm)).toHaveLength(1)
})

const CONTRADICTIONS: [string, Parameters<typeof exampleDocument>[0], Parameters<typeof exampleDocument>[0], object][] =
  [
    [
      'another core count',
      { hardware: { name: 'lab1', cores: 8 } },
      { hardware: { name: 'lab1', cores: 16 } },
      { kind: 'hardware', name: 'lab1', field: 'cores', stored: '8', sent: '16' },
    ],
    [
      'another setting',
      { config: { name: 'small', settings: { io_method: 'sync', x: '1' } } },
      { config: { name: 'small', settings: { io_method: 'worker', y: '2' } } },
      { kind: 'config', name: 'Example small', field: 'settings.io_method', stored: 'sync', sent: 'worker' },
    ],
    [
      'another compiler',
      { build: { name: 'o2', compiler: 'gcc' } },
      { build: { name: 'o2', compiler: 'clang' } },
      { kind: 'build', name: 'Example 1.0 o2', field: 'compiler', stored: 'gcc', sent: 'clang' },
    ],
    [
      'another parameter of a workload',
      { workload: { name: 'cached', params: { tables: 8 } } },
      { workload: { name: 'cached', params: { tables: 1 } } },
      { kind: 'workload', name: 'sysbench cached', field: 'params.tables', stored: '8', sent: '1' },
    ],
    [
      'another group of a test',
      { tests: [{ name: 'scan', group: 'range' }] },
      { tests: [{ name: 'scan', group: 'point' }] },
      { kind: 'test', name: 'sysbench scan', field: 'group', stored: 'range', sent: 'point' },
    ],
    [
      'another unit of a metric',
      { metricNames: ['qps', 'mine'], metrics: [{ name: 'mine', unit: 'ms', better: 'lower' }] },
      { metricNames: ['qps', 'mine'], metrics: [{ name: 'mine', unit: 's', better: 'lower' }] },
      { kind: 'metric', name: 'mine', field: 'unit', stored: 'ms', sent: 's' },
    ],
  ]

test.each(CONTRADICTIONS)(
  '%s is a contradiction that names both and stores nothing',
  async (_, first, second, named) => {
    expect(await send(exampleDocument(first))).toMatchObject({ ok: true })
    const before = await dump()
    const refused = { ok: false, error: { code: 'contradiction', ...named } }
    const document = exampleDocument({ ...second, product: 'Example', repeat: 7 })
    expect(await send(document)).toEqual(refused)
    expect(await dump()).toBe(before)
  },
)

test('a later upload adds missing facts, and facts that it does not state stay', async () => {
  await send(exampleDocument({ hardware: { name: 'lab1', cores: 8 }, config: { name: 'small', settings: { a: '1' } } }))
  await send(
    exampleDocument({
      repeat: 2,
      hardware: { name: 'lab1', os: 'Debian 12' },
      config: { name: 'small', settings: { b: '2' } },
    }),
  )
  const stored = await dump()
  expect(stored).toMatch(/^hardware .*"os": "Debian 12".*"cores": 8/m)
  expect(stored).toMatch(/^config .*"settings": \{"a": "1", "b": "2"\}/m)
})

test('another text under the name of a config is another config, and both runs keep theirs', async () => {
  const runIds: string[] = []
  for (const [repeat, text] of ['a = 1', 'a = 2', undefined, 'a = 1'].entries()) {
    const config = { name: 'small', ...(text === undefined ? {} : { text }) }
    const sent = await send(exampleDocument({ repeat: repeat + 1, config }))
    runIds.push(sent.ok ? sent.value.runId : '')
  }
  const runs = await Promise.all(runIds.map((id) => project.runs.find(id)))
  expect(runs.map((run) => run?.configDetails.text)).toEqual(['a = 1', 'a = 2', null, 'a = 1'])
  expect(new Set(runs.map((run) => run?.configDetails.id)).size).toBe(3)
})

test('twenty concurrent uploads of one run store one run', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(exampleDocument())))
  const statuses = answers.map((answer) => answer.ok && answer.value.status)
  expect(statuses.toSorted()).toEqual([...Array(19).fill('already'), 'stored'])
  expect(new Set(answers.map((answer) => answer.ok && answer.value.receivedAt)).size).toBe(1)
})

test('twenty concurrent runs create each new dimension once, by any process', async () => {
  const others = [1, 2, 3].map(() => openDatabase(lab.url, { max: 5 }))
  const projects = [project, ...others.map((db) => db.in(scopeOf({ id: projectId })))]
  const documents = Array.from({ length: 20 }, (_, i) =>
    exampleDocument({
      version: `1.${i % 3}`,
      repeat: i + 1,
      hardware: { name: `lab${i % 4}`, ...(i % 2 === 0 ? { cores: 8 } : { cpu: 'Example CPU' }) },
      config: { name: 'small', settings: { [`setting${i % 5}`]: 'on' } },
      tests: [{ name: 'scan', order: i }],
    }),
  )
  const answers = await Promise.all(documents.map((document, i) => projects[i % 4]!.runs.upload(asUpload(document))))
  expect(answers.map((answer) => answer.ok && answer.value.status)).toEqual(Array(20).fill('stored'))
  const stored = await dump()
  const rows = (table: string) => stored.match(new RegExp(`^${table} `, 'gm'))?.length
  expect([rows('product'), rows('version'), rows('hardware'), rows('config'), rows('run')]).toEqual([1, 3, 4, 1, 20])
  expect(stored).toMatch(/^test .*"scan".*"position": 19/m)
  await Promise.all(others.map((db) => db.close()))
})

test('a contradiction between two concurrent uploads refuses one of them completely', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      send(exampleDocument({ repeat: i + 1, hardware: { name: 'lab1', cores: (i % 2) + 1 } })),
    ),
  )
  const stored = await dump()
  const accepted = answers.filter((answer) => answer.ok).length
  expect(accepted).toBe(4)
  expect(stored.match(/^run /gm)).toHaveLength(accepted)
  expect(stored.match(/^result /gm)).toHaveLength(accepted * 3)
})

test('times of any year and zone are stored', async () => {
  const times = ['0000-01-01T00:00:00+14:00', '9999-12-31T23:59:59-23:59', '2025-06-01T12:00:00.123456+02:00']
  for (const startedAt of times) expect(await send(exampleDocument({ startedAt }))).toMatchObject({ ok: true })
  expect(await dump()).toContain('"started_at": "2025-06-01T10:00:00.123+00:00"')
})

test('values arrive bit for bit, with commands, samples and params', async () => {
  const values = [5e-324, null, -1.7976931348623157e308, 0.1 + 0.2]
  const samples = [{ metric: 'qps', intervalSeconds: 1, values: [1, null, 3.25] }]
  const document = exampleDocument({
    metricNames: ['qps', 'tps', 'ops/s', 'MB/s'],
    results: [{ test: 'a\tb', clients: 1, params: { 'x"': 1e21, y: 'é\n2' }, values, command: 'run \\N', samples }],
  })
  const stored = await send(document)
  const run = await project.runs.find(stored.ok ? stored.value.runId : '')
  expect(run?.results).toMatchObject([
    { test: 'a\tb', clients: 1, params: { 'x"': 1e21, y: 'é\n2' }, values, command: 'run \\N' },
  ])
  const [series] = run?.results[0]?.samples ?? []
  expect(series).toMatchObject({ intervalSeconds: 1, startSeconds: 0, count: 3, metric: { name: 'qps' } })
  const [found] = await project.samples.forResult(run?.results[0]?.id ?? '')
  expect(found).toEqual({ ...series, values: [1, null, 3.25] })
})
