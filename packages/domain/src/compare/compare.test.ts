import { resultsOf, together } from '@assay/testing/compare/results-of'
import { expect, test } from 'vitest'
import { compare } from './compare.ts'
import { type Comparison, DEFAULT_COMPARISON } from './comparison.ts'
import { fromQuery } from './comparison-url.ts'
import type { Grid } from './grid.ts'
import type { PointSet } from './point.ts'
import { renderCsv } from './render-csv.ts'
import { renderHtml } from './render-html.ts'
import { renderJson } from './render-json.ts'
import { renderMarkdown } from './render-markdown.ts'
import { renderText } from './render-text.ts'

/** Parses a comparison from its URL, which is its public form. */
function asked(query: string): Comparison {
  const { comparison, problems } = fromQuery(query)
  expect(problems).toEqual([])
  return query.includes('columns=') ? comparison : { ...comparison, columns: ['version', 'config'] }
}

const grid = (set: PointSet, query: string): Grid => compare(set, asked(query))
/** The text table without warnings; tests read warnings from the grid. */
const lines = (set: PointSet, query: string): string[] =>
  renderText({ ...grid(set, query), warnings: [] })
    .trimEnd()
    .split('\n')
const warnings = (set: PointSet, query: string): string[] => grid(set, query).warnings.map(({ text }) => text)
const bands = ({ tables }: Grid) =>
  tables.flatMap(({ groups }) => groups.flatMap(({ rows }) => rows.map(({ cells }) => cells.map(({ band }) => band))))

const postgres = resultsOf(
  `
  test        | 17.6 x10a | 18.0 x10b | 18.0 x10c
  hot-points  | 1000      | 950       | 1060
  read-only   | 500       | 505       | 400
  scan        | 200       | 196       | -
  `,
  { groups: { 'hot-points': 'point queries', 'read-only': 'aggregation', scan: 'aggregation' } },
)

test('every cell is divided by the base, whose config has another name', () => {
  expect(lines(postgres, 'base=version:17.6')).toEqual([
    'Relative to: 17.6 x10a',
    'col-1 : 18.0 x10b',
    'col-2 : 18.0 x10c',
    '',
    'col-1\tcol-2\tpoint queries',
    '0.95\t1.06\thot-points',
    '',
    'col-1\tcol-2\taggregation',
    '1.01\t0.80\tread-only',
    '0.98\t-\tscan',
  ])
})

test('a base that is not the first column stays a column', () => {
  expect(lines(postgres, 'base=config:x10c,version:18.0').slice(0, 7)).toEqual([
    'Relative to: 18.0 x10c',
    'col-1 : 17.6 x10a',
    'col-2 : 18.0 x10b',
    'col-3 : 18.0 x10c',
    '',
    'col-1\tcol-2\tcol-3\tpoint queries',
    '0.94\t0.90\t1.00\thot-points',
  ])
})

test('absolute values have no base line, and both come one after the other', () => {
  expect(lines(postgres, 'base=none').slice(0, 6)).toEqual([
    'col-1 : 17.6 x10a',
    'col-2 : 18.0 x10b',
    'col-3 : 18.0 x10c',
    '',
    'col-1\tcol-2\tcol-3\tpoint queries',
    '1000\t950\t1060\thot-points',
  ])
  expect(lines(postgres, 'show=both').filter((line) => /^(Relative|.*hot-points)/.test(line))).toEqual([
    '1000\t950\t1060\thot-points',
    'Relative to: 17.6 x10a',
    '0.95\t1.06\thot-points',
  ])
})

test('a cell knows its value, its base, its repeats and its runs', () => {
  const [cell] = grid(postgres, 'version=18.0&config=x10b&base=version:17.6').tables[0]?.groups[0]?.rows[0]?.cells ?? []
  expect(cell).toEqual({
    value: 950,
    baseValue: 1000,
    ratio: 0.95,
    isBase: false,
    repeats: 1,
    min: 950,
    max: 950,
    metric: 'qps',
    unit: 'queries/s',
    better: 'higher',
    band: 'worse',
    verdict: expect.objectContaining({ verdict: 'cannot-tell', reason: 'no-noise' }),
    footnotes: [],
    runIds: ['18.0 x10b 1'],
  })
})

test('a base that a filter excludes divides all the same, and is no column', () => {
  expect(lines(postgres, 'version=18.0&base=version:17.6').slice(0, 6)).toEqual([
    'Relative to: 17.6 x10a',
    'col-1 : 18.0 x10b',
    'col-2 : 18.0 x10c',
    '',
    'col-1\tcol-2\tpoint queries',
    '0.95\t1.06\thot-points',
  ])
})

test('bands are decided on the two digits that are shown', () => {
  const close = resultsOf(`
    test | 1    | 2     | 3     | 4     | 5
    a    | 1000 | 954.9 | 955.1 | 1045.1 | 1044.9
  `)
  expect(lines(close, '').at(-1)).toBe('0.95\t0.96\t1.05\t1.04\ta')
  expect(bands(grid(close, ''))).toEqual([['neutral', 'worse', 'neutral', 'better', 'neutral']])
})

test('where lower is better the ratio is the same division, and only the band turns', () => {
  const cpu = resultsOf('test | 1 | 2 | 3\na | 0.0001 | 0.00012 | 0.00008', { metric: 'cpu/o' })
  expect(lines(cpu, '').at(-1)).toBe('1.20\t0.80\ta')
  expect(bands(grid(cpu, ''))).toEqual([['neutral', 'worse', 'better']])
  const reads = resultsOf('test | 1 | 2\na | 10 | 20', { metric: 'r/s' })
  expect(bands(grid(reads, ''))).toEqual([['none', 'none']])
})

test('quartile bands: lowest quarter of the range worse, highest better, none worse within 80%', () => {
  // Two columns of the Insert Benchmark report 24_03_17: l.x, and qr500 whose smallest is 81% of its largest.
  const steps = resultsOf('test | 5.6.51 | 5.7.44 | 8.0.36\nl.x | 82483 | 110375 | 105291\nqr500 | 4601 | 3935 | 3748')
  const table = grid(steps, 'rows=version&columns=test&base=none&bands=quartile')
  expect(bands(table)).toEqual([
    ['worse', 'better'],
    ['better', 'neutral'],
    ['better', 'neutral'],
  ])
})

test('a result that missed its target is excluded from bands and means', () => {
  const missed = [{ code: 'missed-target', text: 'Background inserts: 924/s of 1000/s.' }]
  const set = resultsOf('test | 1 | 2 | 3\na | 100 | 50 | 96')
  const points = set.points.map((point) =>
    point.coordinates.version === '2' ? { ...point, footnotes: missed } : point,
  )
  const relative = grid({ ...set, points }, '')
  expect(bands(relative)).toEqual([['neutral', 'none', 'neutral']])
  expect(relative.tables[0]?.groups[0]?.summaries[1]).toBeNull()
  expect(renderText(relative)).toContain('0.50*\t0.96\ta\n\n* not comparable: missed target\n')
  expect(bands(grid({ ...set, points }, 'rows=version&columns=test&base=none&bands=quartile'))).toEqual([
    ['better'],
    ['none'],
    ['neutral'],
  ])
  // A flagged base excludes every ratio to it.
  expect(bands(grid({ ...set, points }, 'base=version:2'))).toEqual([['none', 'none', 'none']])
})

test('a missing value stays missing, and a base of 0 gives a footnote instead of a ratio', () => {
  const set = resultsOf('test | 1 | 2\na | 0 | 5\nb | - | 7\nc | 8 | 0')
  const table = grid(set, 'verdicts=off')
  expect(lines(set, '').slice(-3)).toEqual(['-\ta', '-\tb', '0.00\tc'])
  const rows = table.tables[0]?.groups[0]?.rows ?? []
  expect(rows.map(({ cells }) => cells[1]?.footnotes.map(({ code }) => code))).toEqual([
    ['zero-base'],
    ['no-base-result'],
    [],
  ])
  expect(rows[1]?.cells[0]).toMatchObject({ value: null, ratio: null, repeats: 0, runIds: [], min: null })
  expect(table.counts).toEqual({ rows: 3, columns: 2, cells: 6, missing: 1, worse: 1, better: 0, hiddenRows: 0 })
})

const repeated = resultsOf('test | 17.6 | 17.6 | 17.6 | 18.0 | 18.0\na | 100 | 110 | 90 | 130 | 120')

test('repeats become one value, with their number and range', () => {
  const values = (query: string) => grid(repeated, `${query}&base=none`).tables[0]?.groups[0]?.rows[0]?.cells
  expect(values('')?.map(({ value, repeats, min, max }) => [value, repeats, min, max])).toEqual([
    [100, 3, 90, 110],
    [125, 2, 120, 130],
  ])
  expect(['mean', 'min', 'max'].map((policy) => values(`repeats=${policy}`)?.[0]?.value)).toEqual([100, 90, 110])
})

test('each repeat has a column, and its own base', () => {
  expect(lines(repeated, 'repeats=each&base=version:17.6')).toEqual([
    'Relative to: 17.6 default of the same repeat',
    'col-1 : 17.6 default repeat 1',
    'col-2 : 17.6 default repeat 2',
    'col-3 : 17.6 default repeat 3',
    'col-4 : 18.0 default repeat 1',
    'col-5 : 18.0 default repeat 2',
    '',
    'col-1\tcol-2\tcol-3\tcol-4\tcol-5',
    '1.00\t1.00\t1.00\t1.30\t1.09\ta',
  ])
  expect(lines(repeated, 'repeats=each&base=repeat:1').at(-1)).toBe('1.00\t1.10\t0.90\t1.00\t0.92\ta')
  expect(lines(repeated, 'columns=version&repeats=each&rows=test,repeat').slice(-3)).toEqual([
    '1.30\ta repeat 1',
    '1.09\ta repeat 2',
    '-\ta repeat 3',
  ])
})

test('scale-up: each version is divided by itself at one client', () => {
  const at = (clients: string, table: string) => resultsOf(table, { coordinates: { clients } })
  const set = together(
    at('40', 'test | 17.6 | 18.0\na | 3800 | 3900'),
    at('1', 'test | 17.6 | 18.0\na | 100 | 130'),
    at('4', 'test | 17.6 | 18.0\na | 390 | 500'),
  )
  expect(lines(set, 'columns=version,clients&base=clients:1')).toEqual([
    'Relative to: 1 client of the same version',
    'col-1 : 17.6 1 client',
    'col-2 : 17.6 4 clients',
    'col-3 : 17.6 40 clients',
    'col-4 : 18.0 1 client',
    'col-5 : 18.0 4 clients',
    'col-6 : 18.0 40 clients',
    '',
    'col-1\tcol-2\tcol-3\tcol-4\tcol-5\tcol-6',
    '1.00\t3.90\t38.00\t1.00\t3.85\t30.00\ta',
  ])
})

test('a compiler as base keeps the version: there is no ratio when that version was not built with it', () => {
  const built = (compiler: string, table: string) => resultsOf(table, { coordinates: { compiler } })
  const set = together(
    built('gcc', 'test | 9.8 | 10.8\nfillseq | 100 | -'),
    built('clang+LTO', 'test | 9.8 | 10.8\nfillseq | 110 | 120'),
    built('clang', 'test | 9.8 | 10.8\nfillseq | 105 | 115'),
  )
  expect(lines(set, 'rows=version&columns=compiler&tables=test&base=compiler:gcc')).toEqual([
    'fillseq',
    'Relative to: gcc',
    'col-1 : clang',
    'col-2 : clang+LTO',
    '',
    'col-1\tcol-2',
    '1.05\t1.10\t9.8',
    '-\t-\t10.8',
  ])
  expect(lines(set, 'columns=version,compiler&base=compiler:gcc,version:9.8').at(-1)).toBe(
    '1.05\t1.10\t1.15\t1.20\tfillseq',
  )
})

test('a product as base uses its only version and config', () => {
  const of = (product: string, table: string) => resultsOf(table, { coordinates: { product } })
  const set = together(of('Postgres', 'test | 18.2 x10b\na | 150'), of('MySQL', 'test | 8.4.7 z12a\na | 100'))
  for (const base of ['product:MySQL', 'version:8.4.7', 'config:z12a,product:MySQL']) {
    expect(lines(set, `columns=product,version,config&base=${base}`)).toEqual([
      'Relative to: MySQL 8.4.7 z12a',
      'col-1 : Postgres 18.2 x10b',
      '',
      'col-1',
      '1.50\ta',
    ])
  }
})

const configs = resultsOf('test | 17.6 x10a | 17.6 x10b | 18.0 x10b | 18.0 x10c\na | 100 | 200 | 210 | 110')
const CHOOSE_CONFIG = '2 configs match version 17.6: choose one (x10a, x10b).'

test('the config of a base is that of the cell, and ambiguous where the base has several others', () => {
  expect(lines(configs, 'base=version:17.6').slice(-3)).toEqual([
    '1.00\t1.00\t1.05\t-[1]\ta',
    '',
    `[1] ${CHOOSE_CONFIG}`,
  ])
  expect(warnings(configs, 'base=version:17.6')).toEqual([`${CHOOSE_CONFIG} 1 cell has no ratio.`])
  expect(lines(configs, 'base=config:x10a,version:17.6').at(-1)).toBe('2.00\t2.10\t1.10\ta')
})

test('filters that leave one config of the base choose it', () => {
  expect(lines(configs, 'base=version:17.6&config=x10a,x10c').at(-1)).toBe('1.10\ta')
})

test('an ambiguous base is named in every export', () => {
  const ambiguous = grid(configs, 'base=version:17.6')
  for (const render of [renderText, renderCsv, renderMarkdown, renderHtml, renderJson]) {
    expect(render(ambiguous).replaceAll('\\', ''), render.name).toContain(CHOOSE_CONFIG)
  }
})

const products = () => {
  const of = (product: string, workload: string, table: string) =>
    resultsOf(table, { coordinates: { product, workload } })
  return together(
    of('MySQL', 'old', 'test | 5.6.51 z11\na | 64'),
    of('MySQL', 'new', 'test | 8.4.7 z12a | 9.5.0 z12a\na | 100 | 90'),
    of('Postgres', 'new', 'test | 18.2 x10b\na | 112'),
  )
}

test('a base of another data set is never used, for any axes', () => {
  const asked = 'columns=product,version,config&version=8.4.7,18.2&base=product:MySQL'
  expect(lines(products(), asked).slice(-1)).toEqual(['1.12\ta'])
  expect(lines(products(), 'columns=product,version&base=product:MySQL').slice(-3)).toEqual([
    '1.00\t1.00\t1.00\t-[1]\ta',
    '',
    '[1] 2 versions match product MySQL: choose one (8.4.7, 9.5.0).',
  ])
  expect(lines(products(), 'columns=product&workload=new&base=product:MySQL').at(-1)).toBe(
    '[1] 2 versions match product MySQL: choose one (8.4.7, 9.5.0).',
  )
})

test('a dimension on no axis comes from the cell, and its mismatch is named', () => {
  const set = together(
    resultsOf('test | 17.6\na | 100', { coordinates: { workload: 'cached' } }),
    resultsOf('test | 18.0\na | 50', { coordinates: { workload: 'IO-bound' } }),
  )
  const text =
    'Version 17.6 has no result with workload IO-bound, only with cached: filter workload or name it in the base.'
  expect(lines(set, 'base=version:17.6').slice(-3)).toEqual(['-[1]\ta', '', `[1] ${text}`])
  expect(lines(set, 'base=version:17.6,workload:cached').at(-1)).toBe('0.50\ta')
})

test('a test that failed with the config of the cell is not divided by that of another config', () => {
  const set = resultsOf('test | 17.6 x10a | 17.6 x10b | 18.0 x10b\na | 100 | 200 | 210\nb | 100 | - | 90')
  expect(lines(set, 'base=version:17.6').slice(-2)).toEqual(['1.00\t1.00\t1.05\ta', '1.00\t-\t-\tb'])
})

test('a base whose column mixes configs has no ratio to it', () => {
  expect(lines(configs, 'columns=version&base=version:17.6').slice(-3)).toEqual(['-[1]\ta', '', `[1] ${CHOOSE_CONFIG}`])
})

test('a base may be on no axis at all', () => {
  const on = (hardware: string, table: string) => resultsOf(table, { coordinates: { hardware } })
  const set = together(on('dell32', 'test | 18.0\na | 100\nb | 50'), on('pn53', 'test | 18.0\na | 40\nb | 25'))
  expect(lines(set, 'hardware=pn53&base=hardware:dell32')).toEqual([
    'Relative to: dell32',
    'col-1 : 18.0 default',
    '',
    'col-1',
    '0.40[1]\ta',
    '0.50[1]\tb',
    '',
    '[1] The base was measured on dell32, this result on pn53.',
  ])
  expect(warnings(set, 'hardware=pn53&base=hardware:dell32')).toEqual([])
})

test('the first row as base: steps of versions in rows', () => {
  const steps = resultsOf('test | 16.2 | 17.0\nl.i0 | 100 | 110\nqr100 | 50 | 40')
  expect(lines(steps, 'rows=version&columns=test&base=first-row')).toEqual([
    'Relative to: 16.2',
    'col-1 : l.i0',
    'col-2 : qr100',
    '',
    'col-1\tcol-2',
    '1.00\t1.00\t16.2',
    '1.10\t0.80\t17.0',
  ])
})

test('each table dimension and each metric makes a table', () => {
  const set = together(
    resultsOf('test | 1 | 2\na | 10 | 11', { coordinates: { hardware: 'pn53' } }),
    resultsOf('test | 1 | 2\na | 20 | 18', { coordinates: { hardware: 'dell32' } }),
  )
  const points = set.points.map((point) => ({ ...point, values: { ...point.values, 'cpu/o': 0.001 } }))
  const { tables } = grid({ ...set, points }, 'tables=hardware&metrics=primary,cpu/o')
  expect(tables.map(({ key, metric, baseLabel }) => [key.label, metric, baseLabel])).toEqual([
    ['dell32', 'qps', '1 default'],
    ['dell32', 'cpu/o', '1 default'],
    ['pn53', 'qps', '1 default'],
    ['pn53', 'cpu/o', '1 default'],
  ])
})

test('primary is each test its own metric', () => {
  const set = together(
    resultsOf('test | 1 | 2\nreadrandom | 10 | 11', { metric: 'ops/s' }),
    resultsOf('test | 1 | 2\nscan | 20 | 18'),
  )
  const [table] = grid(set, '').tables
  expect(table?.metric).toBe('primary')
  expect(table?.groups[0]?.rows.map(({ cells }) => cells[0]?.metric)).toEqual(['ops/s', 'qps'])
})

test('as published, values are integers and ratios are those of the integers', () => {
  const set = resultsOf('test | 1 | 2\na | 2.5 | 3.5')
  expect(lines(set, 'published=yes').at(-1)).toBe('2.00\ta')
  expect(lines(set, '').at(-1)).toBe('1.40\ta')
  expect(warnings(set, 'published=yes')[0]).toMatch(/^Numbers repeat the archive's arithmetic/)
})

test("the archive's average replaces a missing exact one, with a warning", () => {
  const set = resultsOf('test | 1 | 2\na | 0.002 | 0.003', { metric: 'cpu/o' })
  const points = set.points.map((point, i) => ({
    ...point,
    values: i === 0 ? { 'as-published:cpu/o': 0.001 } : { ...point.values, 'as-published:cpu/o': 0.0025 },
  }))
  expect(lines({ ...set, points }, '').at(-1)).toBe('3.00\ta')
  expect(lines({ ...set, points }, 'published=yes').at(-1)).toBe('2.50\ta')
  const [first, second] = grid({ ...set, points }, '').tables[0]?.groups[0]?.rows[0]?.cells ?? []
  expect(first?.footnotes.map(({ code }) => code)).toEqual(['archive-average'])
  expect(second?.footnotes.map(({ code }) => code)).toEqual(['base:archive-average'])
})

test('warm-up and load steps are listed on request only', () => {
  const set = resultsOf('test | 1\npoint-query.warm | 5\npoint-query | 10')
  const tests = set.tests.map((info) => (info.order === 0 ? { ...info, role: 'warmup' as const } : info))
  expect(lines({ ...set, tests }, 'base=none').slice(-1)).toEqual(['10\tpoint-query'])
  expect(lines({ ...set, tests }, 'base=none&steps=all').slice(-2)).toEqual(['5\tpoint-query.warm', '10\tpoint-query'])
})

test('groups are kept together in the order of their first test, with average and range', () => {
  const groups = { scan: 'range', 'range-covered': 'range', 'read-only': 'aggregation' }
  const set = resultsOf('test | 1 | 2\nrange-covered | 10 | 5\nread-only | 10 | 11\nscan | 10 | 20', { groups })
  const made = grid(set, '').tables[0]?.groups ?? []
  expect(made.map(({ name, rows }) => [name, ...rows.map(({ label }) => label)])).toEqual([
    ['range', 'range-covered', 'scan'],
    ['aggregation', 'read-only'],
  ])
  expect(made[0]?.summaries[1]).toEqual({ count: 2, geometricMean: 1, median: 1.25, min: 0.5, max: 2 })
})

test('rows can be sorted by a column, missing ones last, and only what changed be shown', () => {
  const set = resultsOf('test | 1 | 2\na | 10 | 10\nb | 10 | 5\nc | 10 | -\nd | 10 | 20')
  const names = (query: string) =>
    grid(set, query).tables[0]?.groups.flatMap(({ rows }) => rows.map(({ label }) => label))
  expect(names('sort=column:1:ascending')).toEqual(['b', 'a', 'd', 'c'])
  expect(names('sort=column:1:descending')).toEqual(['d', 'a', 'b', 'c'])
  expect(names('sort=name')).toEqual(['a', 'b', 'c', 'd'])
  expect(names('changed=yes&verdicts=off')).toEqual(['b', 'd'])
  expect(names('changed=yes')).toEqual([])
  expect(grid(set, 'changed=yes&verdicts=off').counts).toMatchObject({
    rows: 2,
    hiddenRows: 2,
    worse: 1,
    better: 1,
    missing: 0,
  })
  expect(grid(set, 'changed=yes&verdicts=off').tables[0]?.groups[0]?.summaries).toEqual(
    grid(set, '').tables[0]?.groups[0]?.summaries,
  )
})

test('a hidden dimension that differs is reported with its values', () => {
  expect(warnings(postgres, 'columns=version')).toEqual([
    'Config is on no axis and differs: x10a, x10b, x10c. Some cells mix them as if they were repeats: filter it or put it on an axis.',
  ])
  expect(warnings(postgres, 'columns=version&config=x10a,x10b')).toEqual([
    'Config is on no axis and differs: x10a, x10b. Filter it or put it on an axis to compare like with like.',
  ])
  const built = (build: (version: string) => string): PointSet => ({
    ...postgres,
    points: postgres.points.map((point) => {
      const { version = '' } = point.coordinates
      return { ...point, coordinates: { ...point.coordinates, config: 'x', build: build(version) } }
    }),
  })
  const hidden = (set: PointSet) => warnings(set, 'columns=version').filter((text) => text.startsWith('Build'))
  const commits = built((version) => `gcc -O2 ${version === '17.6' ? 'ab12cd3' : '99ff001'}`)
  expect(hidden(commits), 'every version has a commit of its own').toEqual([])
  expect(hidden(built((version) => `gcc ${version === '17.6' ? '-O2 ab12cd3' : '-O3 99ff001'}`))).toHaveLength(1)
  const sizes = together(
    resultsOf('test | 1\na | 1', { coordinates: { 'param:tables': '8' } }),
    resultsOf('test | 2\na | 1'),
  )
  expect(warnings(sizes, '')).toEqual([
    'Parameter tables is on no axis and differs: 8, not stated. Filter it or put it on an axis to compare like with like.',
  ])
})

test('differences that follow from the test are not reported', () => {
  const set = together(
    resultsOf('test | 1 | 2\nfillseq | 1 | 2', { coordinates: { clients: '1' } }),
    resultsOf('test | 1 | 2\nreadrandom | 1 | 2', { coordinates: { clients: '40' } }),
  )
  expect(warnings(set, '')).toEqual([])
  expect(warnings(set, 'rows=clients')).toEqual([
    'Test is on no axis and differs: fillseq, readrandom. Filter it or put it on an axis to compare like with like.',
  ])
})

test('differences between tables, or between rows that are not compared, are not reported', () => {
  const sized = (workload: string, tables: string) =>
    resultsOf('test | 1 | 2\na | 1 | 2', { coordinates: { workload, 'param:tables': tables } })
  const set = together(sized('small', '1'), sized('large', '8'))
  expect(warnings(set, 'tables=workload')).toEqual([])
  expect(warnings(set, 'rows=workload,test')).toEqual([])
  expect(warnings(set, 'rows=workload,test&base=first-row')).toEqual([
    'Parameter tables is on no axis and differs: 1, 8. Filter it or put it on an axis to compare like with like.',
  ])
  expect(warnings(set, 'tables=workload&base=workload:small')).toHaveLength(1)
  expect(warnings(set, '').map((text) => text.split(' is on', 1)[0])).toEqual(['Parameter tables', 'Workload'])
})

test('nothing vanishes unseen: tests of some columns only, tests of the base only, a base that is not there', () => {
  expect(warnings(postgres, '')).toEqual(['Not every column has scan (not 18.0 x10c).'])
  expect(warnings(postgres, 'version=18.0&config=x10c&base=version:17.6')).toEqual(['Only the base has scan.'])
  expect(warnings(postgres, 'test=scan&base=version:16.1')).toEqual([
    'No result is of the base, 16.1, so there are no ratios.',
    'Nothing is compared. Of 2 cells: 2 without a result of the base.',
  ])
  expect(warnings(postgres, 'metrics=toString')).toEqual(['No result has the metric toString.'])
  expect(warnings(postgres, 'metrics=p99')).toEqual(['No result has the metric p99.'])
})

test('nothing to show is an empty grid', () => {
  expect(grid(postgres, 'version=9.6&base=version:17.6')).toMatchObject({ tables: [], counts: { cells: 0 } })
  expect(lines({ points: [], tests: [], metrics: [] }, '')).toEqual(['No results.'])
})

test('rows and columns may be left out', () => {
  expect(lines(resultsOf('test | 1\na | 5'), 'rows=&columns=&base=none')).toEqual([
    'col-1 : all',
    '',
    'col-1',
    '5\tall',
  ])
  expect(DEFAULT_COMPARISON.tables).toEqual([])
})

test('the first cell is the oldest version built with the first compiler, for any other columns', () => {
  const built = (compiler: string, table: string) => resultsOf(table, { coordinates: { compiler } })
  const set = together(
    built('clang', 'test | 9.0 | 10.8\nfill | 90 | 130'),
    built('gcc', 'test | 9.1 | 10.8\nfill | 100 | 110'),
  )
  const grid = compare(set, {
    ...DEFAULT_COMPARISON,
    rows: ['version'],
    columns: ['compiler'],
    tables: ['test'],
    base: { kind: 'first-cell' },
  })
  const [table] = grid.tables
  expect(table?.baseLabel).toBe('9.1 gcc')
  expect(table?.columns.map(({ label }) => label)).toEqual(['gcc', 'clang'])
  const rows = table?.groups.flatMap((group) => group.rows) ?? []
  expect(rows.map(({ label, cells }) => [label, ...cells.map(({ ratio }) => ratio)])).toEqual([
    ['9.0', null, 0.9],
    ['9.1', 1, null],
    ['10.8', 1.1, 1.3],
  ])
  expect(rows.flatMap(({ cells }) => cells.map(({ isBase }) => isBase)).filter((isBase) => isBase)).toHaveLength(1)
})
