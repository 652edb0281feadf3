import { hash } from 'node:crypto'
import { drawingsOf } from '@assay/charts/export/named-drawings'
import { shapesSvg } from '@assay/charts/svg/chart-svg'
import { addPerson } from '@assay/db/testing'
import type { FrozenFigure } from '@assay/domain/publish/report/frozen-figure'
import { figureElements } from '@assay/domain/publish/share/figure-elements'
import { anonymous, personNamed, tokenOf } from '@assay/testing/server/callers'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaller } from '../router.ts'
import type { NewShareInput } from './create-share.ts'
import { exportShare } from './export-share.ts'
import { openShare, reproduceShare } from './open-share.ts'

// Somebody who has the link, all its files and pictures, and a dictionary of public names tries to say which masked
// product is which.

let server: TestServer
let author: ReturnType<typeof createCaller>
let slug = ''

const SYSTEMS = [
  {
    product: 'MySQL',
    versions: ['8.0.44', '9.4.0'],
    build: 'my8044_rel_withdbg',
    config: 'cz12a_c8r32',
    workload: 'ibench.my.20m',
    command: 'sysbench --threads=1 --table-engine=rocks oltp',
    flags: '-O2 -DWITH_EXAMPLE=1',
    text: 'max_connections = 900\nsync_binlog = 1\n',
  },
  {
    product: 'PostgreSQL',
    versions: ['17.6', '18.0'],
    build: 'o2nofp',
    config: 'x10a_c8r32',
    workload: 'ibench.el.20m',
    command: 'sysbench --threads=1 --vacuum=off oltp',
    flags: '-O2 --with-icu',
    text: 'shared_buffers = 23GB\nio_method = worker\n',
  },
] as const
const MACHINE = 'elephant-lab-7'

beforeAll(async () => {
  server = await startTestServer()
  const { project } = await server.addProject('lab')
  const runner = createCaller({ services: server.services, caller: tokenOf(project, ['upload', 'write']) })
  const id = await addPerson(server.url, 'ada', { organizations: { [project.organization.id]: 'author' } })
  author = createCaller({ services: server.services, caller: personNamed('ada', id) })
  for (const [at, { product, versions, build, config, workload, command, flags, text }] of SYSTEMS.entries()) {
    for (const version of versions) {
      await runner.runs.upload({
        onConflict: 'replace',
        document: exampleDocument({
          runId: crypto.randomUUID(),
          product,
          version,
          build: { name: build, compiler: 'gcc', compilerVersion: '13.2', flags },
          config: { name: config, text },
          hardware: { name: MACHINE, cores: 8, memoryGb: 32 },
          workload: { name: workload },
          metricNames: ['qps'],
          tests: ['scan', 'update'].map((name, order) => ({ name, order, role: 'measured', primaryMetric: 'qps' })),
          results: ['scan', 'update'].map((name, row) => ({
            test: name,
            clients: 1,
            values: [1000 + 100 * at + 10 * row],
            command,
          })),
        }),
      })
    }
  }
  const block = (query: string) => `\`\`\`assay\n/p/lab/compare?${query}\nshow: table, tldr, chart\n\`\`\``
  const text = ['Measured with cz12a_c8r32.', ...QUERIES.map(block)].join('\n\n')
  slug = (await author.reports.create({ project: 'lab', content: { title: 'A post', tldr: '', text } })).slug
  await author.reports.publish({ project: 'lab', slug, revision: 1, note: null })
})
afterAll(() => server.stop())

const QUERIES = [
  'columns=product,version,config',
  'columns=product,version&product=MySQL,PostgreSQL&base=first-column',
  'rows=product,version,config&columns=test&base=first-row',
  'rows=test&columns=workload,version&tables=product,hardware&base=none',
  'rows=config&columns=test&base=product:MySQL,version:9.4.0,config:cz12a_c8r32',
  'rows=test&columns=build,flags,version&sort=name',
  'rows=test&columns=hardware&base=none',
]

const share = (what: NewShareInput['what'], title: string) =>
  author.shares.create({ project: 'lab', share: { title, what, masks: {} } })
const compare = (query: string) => ({ kind: 'comparison' as const, query, study: null, own: {} })

async function open(secret: string | null) {
  const opened = await openShare(server.services, { secret: secret ?? '' }, { caller: anonymous, proof: null })
  if (opened.kind !== 'open') throw new Error(opened.kind)
  const { share: shown, found } = opened
  const pictures = shown.content.figures.flatMap((figure) =>
    drawingsOf(figureElements(figure)).map(({ shapes }) => shapesSvg(shapes)),
  )
  const files = (['text', 'markdown', 'html', 'csv', 'json'] as const).map((format) =>
    exportShare(shown, format, { origin: 'http://x', href: 'http://x/s' }),
  )
  return { found, content: shown.content, leaving: [JSON.stringify(shown.content), ...files, ...pictures] }
}

/** Names, other names and fingerprints of the products that are public elsewhere. */
const DICTIONARY = [
  ...SYSTEMS.flatMap(({ product, versions, build, config, workload, command, flags, text }) => [
    ...versions,
    ...[product, build, config, workload, command, flags],
    hash('sha256', text, 'hex'),
  ]),
  ...['innodb', 'postgres', 'pgsql', 'vacuum', 'rocks', 'icu', 'with_example', 'binlog', 'shared_buffers', MACHINE],
]

test('no name, hash, command or flag of a masked product is in the page, its files or its pictures', async () => {
  const report = { kind: 'report' as const, slug, version: 1 }
  for (const what of [...QUERIES.map(compare), report]) {
    const { leaving, found, content } = await open((await share(what, 'Two systems')).secret)
    for (const text of leaving.map((one) => one.toLowerCase()))
      for (const word of DICTIONARY)
        expect(text.includes(word.toLowerCase()) ? `${word} for ${JSON.stringify(what)}` : '').toBe('')
    const today = await reproduceShare(server.services, found, content)
    expect(today.map(({ kind }) => kind)).toEqual(content.figures.map(() => 'reproduced'))
  }
})

/** The masked names of the products, in the order in which each part of a figure shows them first. */
function ordersIn({ grid, runs, comparison, tldr, charts = [] }: FrozenFigure, names: readonly string[]): string[] {
  const parts: unknown[] = [
    grid.tables.map(({ columns }) => columns),
    grid.tables.flatMap(({ groups }) => groups.flatMap(({ rows }) => rows.map(({ label }) => label))),
    grid.tables.map(({ key }) => key.label),
    grid.warnings,
    runs.map(({ product }) => product),
    comparison.filters,
    charts.flatMap(({ series, x }) => [series.map(({ name }) => name), x]),
    tldr.sentences,
  ]
  return parts.flatMap((part) => {
    const text = JSON.stringify(part)
    const seen = names.filter((name) => text.includes(name)).sort((a, b) => text.indexOf(a) - text.indexOf(b))
    return seen.length === names.length ? [seen.join(' ')] : []
  })
}

test('letters and positions do not follow the alphabet of the masked names', async () => {
  const firstOf = { columns: new Set<string>(), version: new Set<string>(), config: new Set<string>() }
  for (let round = 0; round < 20; round++) {
    const { found, content } = await open((await share(compare(QUERIES[0] ?? ''), `Round ${round}`)).secret)
    const [figure] = content.figures
    if (figure?.format !== 1) throw new Error('a comparison has format 1')
    const behind = (shown: string) => found.source.masks.find((mask) => mask.shown === shown)?.name ?? ''
    const orders = ordersIn(figure, ['DBMS A', 'DBMS B'])
    expect(orders.length).toBeGreaterThan(1)
    // The order of every part is that of the letters, which says nothing more than they do.
    for (const order of orders) expect(order).toBe('DBMS A DBMS B')
    expect(figure.comparison.base).toMatchObject({ kind: 'values' })
    firstOf.columns.add(behind('DBMS A'))
    firstOf.version.add(behind('v1'))
    firstOf.config.add(behind('config 1'))
    const ofA = figure.runs.filter(({ product }) => product === 'DBMS A').map(({ version }) => version)
    expect(ofA.sort(), 'versions follow the letters').toEqual(['v1', 'v2'])
  }
  expect([...firstOf.columns].sort()).toEqual(['MySQL', 'PostgreSQL'])
  expect([...firstOf.version].sort()).toEqual(['17.6', '8.0.44'])
  expect([...firstOf.config].sort()).toEqual(['cz12a_c8r32', 'x10a_c8r32'])
})

test('a footnote lists masked names in the order of their numbers, whatever their names are', async () => {
  const firstOf = new Set<string>()
  for (let round = 0; round < 20; round++) {
    const { found, content } = await open((await share(compare(QUERIES.at(-1) ?? ''), `Notes ${round}`)).secret)
    const [figure] = content.figures
    if (figure?.format !== 1) throw new Error('a comparison has format 1')
    const cells = figure.grid.tables.flatMap(({ groups }) =>
      groups.flatMap(({ rows }) => rows.flatMap((row) => row.cells)),
    )
    const notes = cells.flatMap(({ footnotes }) => footnotes.map(({ text }) => text))
    expect(notes.join(' ')).toContain('config 1, config 2')
    expect(notes.join(' ')).not.toMatch(/config 2, config 1|DBMS B, DBMS A/)
    firstOf.add(found.source.masks.find(({ shown }) => shown === 'config 1')?.name ?? '')
  }
  expect([...firstOf].sort()).toEqual(['cz12a_c8r32', 'x10a_c8r32'])
})

test('cells keep their numbers and sentences their cells, however the names are ordered', async () => {
  const plain = await author.shares.preview({
    project: 'lab',
    share: { title: 'Plain', what: compare(QUERIES[0] ?? '') },
  })
  for (let round = 0; round < 6; round++) {
    const { found, content } = await open((await share(compare(QUERIES[0] ?? ''), `Cells ${round}`)).secret)
    const unmask = (text: string) =>
      text.replaceAll(
        /DBMS [AB]|v\d|config \d/g,
        (shown) => found.source.masks.find((one) => one.shown === shown)?.name ?? '?',
      )
    const cellsOf = ({ grid }: FrozenFigure) =>
      grid.tables.flatMap(({ columns, groups }) =>
        groups.flatMap(({ rows }) =>
          rows.flatMap(({ label, cells }) =>
            cells.map(({ value, ratio, isBase }, at) => `${label} ${columns[at]?.label}: ${value} ${ratio} ${isBase}`),
          ),
        ),
      )
    const [was, is] = [plain.figures[0], content.figures[0]]
    if (was?.format !== 1 || is?.format !== 1) throw new Error('comparisons have format 1')
    expect(cellsOf(is).map(unmask).sort()).toEqual(cellsOf(was).sort())
    const citedOf = ({ grid, tldr }: FrozenFigure) =>
      tldr.sentences.flatMap(({ parts }) =>
        parts.flatMap((part) => {
          if (typeof part === 'string' || part.cell === null) return []
          const table = grid.tables[part.cell.table]
          const row = table?.groups.flatMap(({ rows }) => rows)[part.cell.row]
          return [`${part.number} ${row?.label} ${table?.columns[part.cell.column]?.label}`]
        }),
      )
    expect(citedOf(is).map(unmask)).toEqual(citedOf(was))
  }
})

test('a study that lists settings, or several masked products, is not shared under masks', async () => {
  const study = (kind: string, query: string) => share({ kind: 'comparison', query, study: kind, own: {} }, 'A study')
  await expect(study('configs', 'columns=version,config&product=MySQL')).rejects.toThrow(/lists settings/)
  await expect(study('repeats', 'columns=product,version')).rejects.toThrow(/reveals them|nothing to share/)
})
