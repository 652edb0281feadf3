import { gridOfQuery, linesOfQuery, POSTGRES_RESULTS, warningsOfQuery } from '@assay/testing/compare/query-results'
import { resultsOf, together } from '@assay/testing/compare/results-of'
import { expect, test } from 'vitest'
import { compare } from '../compare.ts'
import { DEFAULT_COMPARISON } from '../comparison.ts'
import { renderCsv } from '../render/render-csv.ts'
import { renderHtml } from '../render/render-html.ts'
import { renderJson } from '../render/render-json.ts'
import { renderMarkdown } from '../render/render-markdown.ts'
import { renderText } from '../render/render-text.ts'

test("every cell is divided by the base even if the base's config has another name", () => {
  expect(linesOfQuery(POSTGRES_RESULTS, 'base=version:17.6')).toEqual([
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

test('a base that is not the first column is shown as a column', () => {
  expect(linesOfQuery(POSTGRES_RESULTS, 'base=config:x10c,version:18.0').slice(0, 7)).toEqual([
    'Relative to: 18.0 x10c',
    'col-1 : 17.6 x10a',
    'col-2 : 18.0 x10b',
    'col-3 : 18.0 x10c',
    '',
    'col-1\tcol-2\tcol-3\tpoint queries',
    '0.94\t0.90\t1.00\thot-points',
  ])
})

test('a base that a filter excludes is the divisor but no column', () => {
  expect(linesOfQuery(POSTGRES_RESULTS, 'version=18.0&base=version:17.6').slice(0, 6)).toEqual([
    'Relative to: 17.6 x10a',
    'col-1 : 18.0 x10b',
    'col-2 : 18.0 x10c',
    '',
    'col-1\tcol-2\tpoint queries',
    '0.95\t1.06\thot-points',
  ])
})

test('each version is divided by itself at one client for a scale-up', () => {
  const at = (clients: string, table: string) => resultsOf(table, { coordinates: { clients } })
  const set = together(
    at('40', 'test | 17.6 | 18.0\na | 3800 | 3900'),
    at('1', 'test | 17.6 | 18.0\na | 100 | 130'),
    at('4', 'test | 17.6 | 18.0\na | 390 | 500'),
  )
  expect(linesOfQuery(set, 'columns=version,clients&base=clients:1')).toEqual([
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
  expect(linesOfQuery(set, 'rows=version&columns=compiler&tables=test&base=compiler:gcc')).toEqual([
    'fillseq',
    'Relative to: gcc',
    'col-1 : clang',
    'col-2 : clang+LTO',
    '',
    'col-1\tcol-2',
    '1.05\t1.10\t9.8',
    '-\t-\t10.8',
  ])
  expect(linesOfQuery(set, 'columns=version,compiler&base=compiler:gcc,version:9.8').at(-1)).toBe(
    '1.05\t1.10\t1.15\t1.20\tfillseq',
  )
})

test('a product as base has its only version and config', () => {
  const of = (product: string, table: string) => resultsOf(table, { coordinates: { product } })
  const set = together(of('Postgres', 'test | 18.2 x10b\na | 150'), of('MySQL', 'test | 8.4.7 z12a\na | 100'))
  for (const base of ['product:MySQL', 'version:8.4.7', 'config:z12a,product:MySQL']) {
    expect(linesOfQuery(set, `columns=product,version,config&base=${base}`)).toEqual([
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

test('the base has the config of the cell, and is ambiguous if it only has several others', () => {
  expect(linesOfQuery(configs, 'base=version:17.6').slice(-3)).toEqual([
    '1.00\t1.00\t1.05\t-[1]\ta',
    '',
    `[1] ${CHOOSE_CONFIG}`,
  ])
  expect(warningsOfQuery(configs, 'base=version:17.6')).toEqual([`${CHOOSE_CONFIG} 1 cell has no ratio.`])
  expect(linesOfQuery(configs, 'base=config:x10a,version:17.6').at(-1)).toBe('2.00\t2.10\t1.10\ta')
})

test('a filter that leaves one config of the base resolves it', () => {
  expect(linesOfQuery(configs, 'base=version:17.6&config=x10a,x10c').at(-1)).toBe('1.10\ta')
})

test('every export names an ambiguous base', () => {
  const ambiguous = gridOfQuery(configs, 'base=version:17.6')
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

test('a base of another data set is never used, whatever the axes are', () => {
  const requested = 'columns=product,version,config&version=8.4.7,18.2&base=product:MySQL'
  expect(linesOfQuery(products(), requested).slice(-1)).toEqual(['1.12\ta'])
  expect(linesOfQuery(products(), 'columns=product,version&base=product:MySQL').slice(-3)).toEqual([
    '1.00\t1.00\t1.00\t-[1]\ta',
    '',
    '[1] 2 versions match product MySQL: choose one (8.4.7, 9.5.0).',
  ])
  expect(linesOfQuery(products(), 'columns=product&workload=new&base=product:MySQL').at(-1)).toBe(
    '[1] 2 versions match product MySQL: choose one (8.4.7, 9.5.0).',
  )
})

test('a dimension on no axis has the value of the cell, and a mismatch is named', () => {
  const set = together(
    resultsOf('test | 17.6\na | 100', { coordinates: { workload: 'cached' } }),
    resultsOf('test | 18.0\na | 50', { coordinates: { workload: 'IO-bound' } }),
  )
  const text =
    'Version 17.6 has no result with workload IO-bound, only with cached: filter workload or name it in the base.'
  expect(linesOfQuery(set, 'base=version:17.6').slice(-3)).toEqual(['-[1]\ta', '', `[1] ${text}`])
  expect(linesOfQuery(set, 'base=version:17.6,workload:cached').at(-1)).toBe('0.50\ta')
})

test('a test that failed with the config of the cell is not divided by a result of another config', () => {
  const set = resultsOf('test | 17.6 x10a | 17.6 x10b | 18.0 x10b\na | 100 | 200 | 210\nb | 100 | - | 90')
  expect(linesOfQuery(set, 'base=version:17.6').slice(-2)).toEqual(['1.00\t1.00\t1.05\ta', '1.00\t-\t-\tb'])
})

test('a base column that mixes configs gives no ratio', () => {
  expect(linesOfQuery(configs, 'columns=version&base=version:17.6').slice(-3)).toEqual([
    '-[1]\ta',
    '',
    `[1] ${CHOOSE_CONFIG}`,
  ])
})

test('a base may be on no axis', () => {
  const on = (hardware: string, table: string) => resultsOf(table, { coordinates: { hardware } })
  const set = together(on('dell32', 'test | 18.0\na | 100\nb | 50'), on('pn53', 'test | 18.0\na | 40\nb | 25'))
  expect(linesOfQuery(set, 'hardware=pn53&base=hardware:dell32')).toEqual([
    'Relative to: dell32',
    'col-1 : 18.0 default',
    '',
    'col-1',
    '0.40[1]\ta',
    '0.50[1]\tb',
    '',
    '[1] The base was measured on dell32, this result on pn53.',
  ])
  expect(warningsOfQuery(set, 'hardware=pn53&base=hardware:dell32')).toEqual([])
})

test('the first row as base divides the versions in rows', () => {
  const steps = resultsOf('test | 16.2 | 17.0\nl.i0 | 100 | 110\nqr100 | 50 | 40')
  expect(linesOfQuery(steps, 'rows=version&columns=test&base=first-row')).toEqual([
    'Relative to: 16.2',
    'col-1 : l.i0',
    'col-2 : qr100',
    '',
    'col-1\tcol-2',
    '1.00\t1.00\t16.2',
    '1.10\t0.80\t17.0',
  ])
})

test('the first cell is the oldest version built with the first compiler, whatever the columns are', () => {
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
