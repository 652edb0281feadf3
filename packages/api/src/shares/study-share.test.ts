import { addPerson } from '@assay/db/testing'
import { cellText } from '@assay/domain/compare/studies/pages/fact-table'
import { chartsAmong, factsOf, figureElements, gridsOf } from '@assay/domain/publish/share/figure-elements'
import { anonymous, personNamed, tokenOf } from '@assay/testing/server/callers'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaller } from '../router.ts'
import { exportShare } from './export-share.ts'
import { openShare, reproduceShare } from './open-share.ts'

let server: TestServer
let runner: ReturnType<typeof createCaller>
let author: ReturnType<typeof createCaller>

const upload = (version: string, values: [one: number, many: number], startedAt = '2026-01-01T00:00:00Z') =>
  runner.runs.upload({
    onConflict: 'replace',
    document: exampleDocument({
      product: 'MySQL',
      version,
      startedAt,
      config: {
        name: version === '8.0' ? 'mysql_x10a' : 'mysql_x10b',
        settings: { innodb_io_capacity: version === '8.0' ? '200' : '400' },
      },
      metricNames: ['qps'],
      tests: [{ name: 'scan', order: 0, role: 'measured', primaryMetric: 'qps' }],
      results: values.map((value, at) => ({
        test: 'scan',
        clients: at === 0 ? 1 : 8,
        values: [value],
        samples: [{ metric: 'qps', intervalSeconds: 1, startSeconds: 0, values: [value, value + 1] }],
      })),
    }),
  })

beforeAll(async () => {
  server = await startTestServer()
  const { project } = await server.addProject('lab')
  runner = createCaller({ services: server.services, caller: tokenOf(project, ['upload', 'write']) })
  const id = await addPerson(server.url, 'ada', { organizations: { [project.organization.id]: 'author' } })
  author = createCaller({ services: server.services, caller: personNamed('ada', id) })
  await upload('8.0', [100, 600])
  await upload('8.4', [100, 700])
})
afterAll(() => server.stop())

const SCALE_UP = 'columns=clients&tables=product,version&base=clients:1'

async function share(
  study: string,
  query: string,
  { masks = null, own = {} }: { masks?: object | null; own?: Record<string, string> } = {},
) {
  const { secret } = await author.shares.create({
    project: 'lab',
    share: {
      title: `MySQL, ${study}`,
      what: { kind: 'comparison', study, query, own },
      masks: masks === null ? null : {},
    },
  })
  const opened = await openShare(server.services, { secret: secret ?? '' }, { caller: anonymous, proof: null })
  if (opened.kind !== 'open') throw new Error(opened.kind)
  const [figure] = opened.share.content.figures
  if (figure?.format !== 2) throw new Error('a study has format 2')
  return { opened, figure, content: opened.share.content }
}

test('everything that a study page shows is frozen: tables, charts, sentences, definitions, runs', async () => {
  const { figure, content } = await share('scale-up', SCALE_UP)
  expect(content.format).toBe(2)
  const { parts, summary } = figure.page
  expect(summary).toContain('Throughput at N clients')
  const [overview, first] = factsOf(parts)
  expect(overview?.caption).toBe('Scale-up side by side')
  const [row] = first?.groups.flatMap(({ rows }) => rows) ?? []
  expect(row?.cells.map(cellText)).toEqual(['scan', '', '100', '600', '6.00', '75%'])
  expect(chartsAmong(parts).map(({ title }) => title)).toEqual(['all tests, MySQL 8.0', 'all tests, MySQL 8.4'])
  expect(gridsOf(parts)).toHaveLength(1)
  expect(content.definitions).toContainEqual({
    metric: 'Efficiency',
    unit: '',
    better: 'neither',
    about: 'Scale-up / 8; 100% is perfect',
  })
  expect(figure.runs.map(({ version }) => version).sort()).toEqual(['8.0', '8.4'])
})

test('every exported file of a study has the same content', async () => {
  const { opened } = await share('scale-up', SCALE_UP)
  for (const format of ['text', 'markdown', 'html', 'csv', 'json'] as const) {
    const file = exportShare(opened.share, format, { origin: 'http://x', href: 'http://x/s' })
    for (const text of ['Scale-up side by side', '6.00', '75%', 'MySQL 8.4'])
      expect(`${format}: ${file}`).toContain(text)
  }
})

test('masked names are not in a shared study, which can be reproduced under its masks', async () => {
  for (const [study, query] of [
    ['scale-up', SCALE_UP],
    ['repeats', 'columns=version,config'],
  ] as const) {
    const { opened } = await share(study, query, { masks: {} })
    const files = (['text', 'markdown', 'html', 'csv', 'json'] as const).map((format) =>
      exportShare(opened.share, format, { origin: 'http://x', href: 'http://x/s' }),
    )
    for (const text of [JSON.stringify(opened.share), ...files]) {
      expect(text.toLowerCase()).not.toContain('mysql')
      expect(text.toLowerCase()).not.toContain('innodb')
    }
    expect(await reproduceShare(server.services, opened.found, opened.share.content)).toEqual([{ kind: 'reproduced' }])
  }
})

test('the badge of a study shows the differences from the current page', async () => {
  const shared = await share('scale-up', SCALE_UP)
  await upload('8.4', [100, 650], '2026-02-01T00:00:00Z')
  const after = await reproduceShare(server.services, shared.opened.found, shared.content)
  expect(after).toEqual([{ kind: 'differs', cells: 1, frozen: '7.00', today: '6.50' }])
  expect(shared.figure.page.parts.length).toBeGreaterThan(2)
})

test('additional parameters of a page are stored, and unknown ones are not', async () => {
  const { figure } = await share('steps', 'rows=version&columns=workload,test', { own: { step: 'scan', other: 'x' } })
  expect(figure.own).toEqual({ step: 'scan' })
  const [chart] = chartsAmong(figure.page.parts)
  expect(chart?.title).toBe('scan: qps from interval to interval')
  expect(JSON.stringify(figure.page)).not.toContain('/p/lab')
})

test('a study without a value cannot be shared', async () => {
  await expect(share('compilers', 'version=none')).rejects.toThrow(/nothing to share/)
})

test('a shared report contains what its text shows: charts of a study, and of single rows', async () => {
  const text = [
    'Before.',
    '```assay',
    `/p/lab/studies/scale-up?${SCALE_UP}`,
    'show: chart',
    'charts: 2',
    'caption: How it scales',
    '```',
    'Between.',
    '```assay',
    '/p/lab/compare?columns=version&base=version:8.0&clients=8',
    'show: table, chart',
    'rows: scan',
    '```',
  ].join('\n')
  const { slug } = await author.reports.create({ project: 'lab', content: { title: 'A post', tldr: '', text } })
  await author.reports.publish({ project: 'lab', slug, revision: 1, note: null })
  const { secret } = await author.shares.create({
    project: 'lab',
    share: { title: 'A post', what: { kind: 'report', slug, version: 1 }, masks: {} },
  })
  const opened = await openShare(server.services, { secret: secret ?? '' }, { caller: anonymous, proof: null })
  if (opened.kind !== 'open') throw new Error(opened.kind)
  const { content } = opened.share
  const [first = [], second = []] = content.figures.map(figureElements)
  expect(content.format).toBe(1)
  expect(chartsAmong(first).map(({ title }) => title)).toEqual(['all tests, DBMS A v2'])
  expect(gridsOf(first)).toEqual([])
  expect(chartsAmong(second).map(({ title }) => title)).toEqual(['scan'])
  expect(gridsOf(second)).toHaveLength(1)
  const html = exportShare(opened.share, 'html', { origin: 'http://x', href: 'http://x/s' })
  expect(html.match(/<svg/g)).toHaveLength(2)
  expect(html.indexOf('all tests, DBMS A v2')).toBeLessThan(html.indexOf('Between.'))
  expect(exportShare(opened.share, 'markdown', { origin: '', href: '' })).toContain('### all tests, DBMS A v2')
  expect(await reproduceShare(server.services, opened.found, content)).toEqual([
    { kind: 'reproduced' },
    { kind: 'reproduced' },
  ])
})
