import { gridOfQuery, linesOfQuery, POSTGRES_RESULTS, warningsOfQuery } from '@assay/testing/compare/query-results'
import { resultsOf, together } from '@assay/testing/compare/results-of'
import { expect, test } from 'vitest'
import { DEFAULT_COMPARISON } from './comparison.ts'
import type { Grid } from './grid.ts'
import { renderText } from './render/render-text.ts'

const bands = ({ tables }: Grid) =>
  tables.flatMap(({ groups }) => groups.flatMap(({ rows }) => rows.map(({ cells }) => cells.map(({ band }) => band))))

test('absolute values have no base label, and both views follow each other', () => {
  expect(linesOfQuery(POSTGRES_RESULTS, 'base=none').slice(0, 6)).toEqual([
    'col-1 : 17.6 x10a',
    'col-2 : 18.0 x10b',
    'col-3 : 18.0 x10c',
    '',
    'col-1\tcol-2\tcol-3\tpoint queries',
    '1000\t950\t1060\thot-points',
  ])
  expect(linesOfQuery(POSTGRES_RESULTS, 'show=both').filter((line) => /^(Relative|.*hot-points)/.test(line))).toEqual([
    '1000\t950\t1060\thot-points',
    'Relative to: 17.6 x10a',
    '0.95\t1.06\thot-points',
  ])
})

test('a cell has its value, its base, its repeats and its runs', () => {
  const [cell] =
    gridOfQuery(POSTGRES_RESULTS, 'version=18.0&config=x10b&base=version:17.6').tables[0]?.groups[0]?.rows[0]?.cells ??
    []
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

test('bands are decided on the two digits that are shown', () => {
  const close = resultsOf(`
    test | 1    | 2     | 3     | 4     | 5
    a    | 1000 | 954.9 | 955.1 | 1045.1 | 1044.9
  `)
  expect(linesOfQuery(close, '').at(-1)).toBe('0.95\t0.96\t1.05\t1.04\ta')
  expect(bands(gridOfQuery(close, ''))).toEqual([['neutral', 'worse', 'neutral', 'better', 'neutral']])
})

test('lower-is-better metrics have the same ratio and reversed bands', () => {
  const cpu = resultsOf('test | 1 | 2 | 3\na | 0.0001 | 0.00012 | 0.00008', { metric: 'cpu/o' })
  expect(linesOfQuery(cpu, '').at(-1)).toBe('1.20\t0.80\ta')
  expect(bands(gridOfQuery(cpu, ''))).toEqual([['neutral', 'worse', 'better']])
  const reads = resultsOf('test | 1 | 2\na | 10 | 20', { metric: 'r/s' })
  expect(bands(gridOfQuery(reads, ''))).toEqual([['none', 'none']])
})

test('quartile bands: the lowest quarter of the range is worse, the highest better, none is worse within 80%', () => {
  // Two columns of the Insert Benchmark report 24_03_17: l.x, and qr500 whose smallest is 81% of its largest.
  const steps = resultsOf('test | 5.6.51 | 5.7.44 | 8.0.36\nl.x | 82483 | 110375 | 105291\nqr500 | 4601 | 3935 | 3748')
  const table = gridOfQuery(steps, 'rows=version&columns=test&base=none&bands=quartile')
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
  const relative = gridOfQuery({ ...set, points }, '')
  expect(bands(relative)).toEqual([['neutral', 'none', 'neutral']])
  expect(relative.tables[0]?.groups[0]?.summaries[1]).toBeNull()
  expect(renderText(relative)).toContain('0.50*\t0.96\ta\n\n* not comparable: missed target\n')
  expect(bands(gridOfQuery({ ...set, points }, 'rows=version&columns=test&base=none&bands=quartile'))).toEqual([
    ['better'],
    ['none'],
    ['neutral'],
  ])
  // A flagged base excludes every ratio to it.
  expect(bands(gridOfQuery({ ...set, points }, 'base=version:2'))).toEqual([['none', 'none', 'none']])
})

test('a missing value is null, and a base of 0 gives a footnote instead of a ratio', () => {
  const set = resultsOf('test | 1 | 2\na | 0 | 5\nb | - | 7\nc | 8 | 0')
  const table = gridOfQuery(set, 'verdicts=off')
  expect(linesOfQuery(set, '').slice(-3)).toEqual(['-\ta', '-\tb', '0.00\tc'])
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
  const values = (query: string) => gridOfQuery(repeated, `${query}&base=none`).tables[0]?.groups[0]?.rows[0]?.cells
  expect(values('')?.map(({ value, repeats, min, max }) => [value, repeats, min, max])).toEqual([
    [100, 3, 90, 110],
    [125, 2, 120, 130],
  ])
  expect(['mean', 'min', 'max'].map((policy) => values(`repeats=${policy}`)?.[0]?.value)).toEqual([100, 90, 110])
})

test('each repeat has a column and its own base', () => {
  expect(linesOfQuery(repeated, 'repeats=each&base=version:17.6')).toEqual([
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
  expect(linesOfQuery(repeated, 'repeats=each&base=repeat:1').at(-1)).toBe('1.00\t1.10\t0.90\t1.00\t0.92\ta')
  expect(linesOfQuery(repeated, 'columns=version&repeats=each&rows=test,repeat').slice(-3)).toEqual([
    '1.30\ta repeat 1',
    '1.09\ta repeat 2',
    '-\ta repeat 3',
  ])
})

test('each table dimension and each metric makes a table', () => {
  const set = together(
    resultsOf('test | 1 | 2\na | 10 | 11', { coordinates: { hardware: 'pn53' } }),
    resultsOf('test | 1 | 2\na | 20 | 18', { coordinates: { hardware: 'dell32' } }),
  )
  const points = set.points.map((point) => ({ ...point, values: { ...point.values, 'cpu/o': 0.001 } }))
  const { tables } = gridOfQuery({ ...set, points }, 'tables=hardware&metrics=primary,cpu/o')
  expect(tables.map(({ key, metric, baseLabel }) => [key.label, metric, baseLabel])).toEqual([
    ['dell32', 'qps', '1 default'],
    ['dell32', 'cpu/o', '1 default'],
    ['pn53', 'qps', '1 default'],
    ['pn53', 'cpu/o', '1 default'],
  ])
})

test('primary means the primary metric of each test', () => {
  const set = together(
    resultsOf('test | 1 | 2\nreadrandom | 10 | 11', { metric: 'ops/s' }),
    resultsOf('test | 1 | 2\nscan | 20 | 18'),
  )
  const [table] = gridOfQuery(set, '').tables
  expect(table?.metric).toBe('primary')
  expect(table?.groups[0]?.rows.map(({ cells }) => cells[0]?.metric)).toEqual(['ops/s', 'qps'])
})

test('as published, values are integers and ratios are those of the integers', () => {
  const set = resultsOf('test | 1 | 2\na | 2.5 | 3.5')
  expect(linesOfQuery(set, 'published=yes').at(-1)).toBe('2.00\ta')
  expect(linesOfQuery(set, '').at(-1)).toBe('1.40\ta')
  expect(warningsOfQuery(set, 'published=yes')[0]).toMatch(/^Numbers repeat the archive's arithmetic/)
})

test("the archive's average replaces a missing exact one, with a warning", () => {
  const set = resultsOf('test | 1 | 2\na | 0.002 | 0.003', { metric: 'cpu/o' })
  const points = set.points.map((point, i) => ({
    ...point,
    values: i === 0 ? { 'as-published:cpu/o': 0.001 } : { ...point.values, 'as-published:cpu/o': 0.0025 },
  }))
  expect(linesOfQuery({ ...set, points }, '').at(-1)).toBe('3.00\ta')
  expect(linesOfQuery({ ...set, points }, 'published=yes').at(-1)).toBe('2.50\ta')
  const [first, second] = gridOfQuery({ ...set, points }, '').tables[0]?.groups[0]?.rows[0]?.cells ?? []
  expect(first?.footnotes.map(({ code }) => code)).toEqual(['archive-average'])
  expect(second?.footnotes.map(({ code }) => code)).toEqual(['base:archive-average'])
})

test('warm-up and load steps are listed only on request', () => {
  const set = resultsOf('test | 1\npoint-query.warm | 5\npoint-query | 10')
  const tests = set.tests.map((info) => (info.order === 0 ? { ...info, role: 'warmup' as const } : info))
  expect(linesOfQuery({ ...set, tests }, 'base=none').slice(-1)).toEqual(['10\tpoint-query'])
  expect(linesOfQuery({ ...set, tests }, 'base=none&steps=all').slice(-2)).toEqual([
    '5\tpoint-query.warm',
    '10\tpoint-query',
  ])
})

test('groups are in the order of their first test, with average and range', () => {
  const groups = { scan: 'range', 'range-covered': 'range', 'read-only': 'aggregation' }
  const set = resultsOf('test | 1 | 2\nrange-covered | 10 | 5\nread-only | 10 | 11\nscan | 10 | 20', { groups })
  const made = gridOfQuery(set, '').tables[0]?.groups ?? []
  expect(made.map(({ name, rows }) => [name, ...rows.map(({ label }) => label)])).toEqual([
    ['range', 'range-covered', 'scan'],
    ['aggregation', 'read-only'],
  ])
  expect(made[0]?.summaries[1]).toEqual({ count: 2, geometricMean: 1, median: 1.25, min: 0.5, max: 2 })
})

test('rows can be sorted by a column, with missing values last, or limited to changes', () => {
  const set = resultsOf('test | 1 | 2\na | 10 | 10\nb | 10 | 5\nc | 10 | -\nd | 10 | 20')
  const names = (query: string) =>
    gridOfQuery(set, query).tables[0]?.groups.flatMap(({ rows }) => rows.map(({ label }) => label))
  expect(names('sort=column:1:ascending')).toEqual(['b', 'a', 'd', 'c'])
  expect(names('sort=column:1:descending')).toEqual(['d', 'a', 'b', 'c'])
  expect(names('sort=name')).toEqual(['a', 'b', 'c', 'd'])
  expect(names('changed=yes&verdicts=off')).toEqual(['b', 'd'])
  expect(names('changed=yes')).toEqual([])
  expect(gridOfQuery(set, 'changed=yes&verdicts=off').counts).toMatchObject({
    rows: 2,
    hiddenRows: 2,
    worse: 1,
    better: 1,
    missing: 0,
  })
  expect(gridOfQuery(set, 'changed=yes&verdicts=off').tables[0]?.groups[0]?.summaries).toEqual(
    gridOfQuery(set, '').tables[0]?.groups[0]?.summaries,
  )
})

test('a comparison without results is an empty grid', () => {
  expect(gridOfQuery(POSTGRES_RESULTS, 'version=9.6&base=version:17.6')).toMatchObject({
    tables: [],
    counts: { cells: 0 },
  })
  expect(linesOfQuery({ points: [], tests: [], metrics: [] }, '')).toEqual(['No results.'])
})

test('rows or columns may be absent', () => {
  expect(linesOfQuery(resultsOf('test | 1\na | 5'), 'rows=&columns=&base=none')).toEqual([
    'col-1 : all',
    '',
    'col-1',
    '5\tall',
  ])
  expect(DEFAULT_COMPARISON.tables).toEqual([])
})
