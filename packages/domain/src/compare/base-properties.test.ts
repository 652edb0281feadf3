import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gateQuestion } from '../gate/gate-comparison.ts'
import { matchSides } from '../gate/match-sides.ts'
import { isBaseNote } from './base-note.ts'
import { compare } from './compare.ts'
import { type Comparison, DEFAULT_COMPARISON } from './comparison.ts'
import { type DimensionName, FIXED_DIMENSIONS, isOptional } from './dimension.ts'
import { formatRatio } from './format-cell.ts'
import type { Cell, Grid } from './grid.ts'
import type { Point, PointSet, TestInfo } from './point.ts'
import { dependentDimensions, namedBase } from './points-needed.ts'
import { renderCsv } from './render-csv.ts'
import { renderHtml } from './render-html.ts'
import { renderJson } from './render-json.ts'
import { renderMarkdown } from './render-markdown.ts'
import { renderText } from './render-text.ts'
import { countRatios, ratioProblems } from './testing/ratio-problems.ts'

// ASSAY_PROPERTY_COMPARISONS=200000 generates more.
const COMPARISONS = Number(process.env.ASSAY_PROPERTY_COMPARISONS ?? 10_000)

const TESTS = ['hot-points', 'read-only', 'write-only']
const tests = TESTS.map((name, order): TestInfo => {
  return { name, group: order < 1 ? 'reads' : null, order, role: 'measured', primaryMetric: 'qps' }
})

const DIMENSIONS = [
  ...FIXED_DIMENSIONS.filter((name) => name !== 'group' && name !== 'test'),
  'param:tables',
] satisfies DimensionName[]

/** Few values of each dimension, so that results often share most of them; versions and configs of different products differ. */
const point = fc
  .record({
    product: fc.constantFrom('MySQL', 'Postgres'),
    version: fc.constantFrom('8.4', '9.5'),
    build: fc.constantFrom('gcc a', 'gcc b'),
    compiler: fc.constantFrom('gcc', 'unknown'),
    flags: fc.constantFrom('', '-O2', '-O2 +PGO'),
    benchmark: fc.constantFrom('sysbench', 'sysbench', 'db_bench'),
    benchmarkVersion: fc.constantFrom('', '1.0.20', '1.1.0'),
    config: fc.constantFrom('x10a', 'x10b', 'x10c'),
    hardware: fc.constantFrom('dell32', 'pn53'),
    workload: fc.constantFrom('cached', 'IO-bound'),
    clients: fc.constantFrom('1', '40'),
    repeat: fc.constantFrom('1', '2'),
    'param:tables': fc.constantFrom('', '1', '8'),
    test: fc.constantFrom(...TESTS),
  })
  .map((drawn): Point['coordinates'] => Object.fromEntries(Object.entries(drawn).filter(([, value]) => value !== '')))

/** Most dimensions have one value in most sets, as in the sets that people upload. */
const points = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom('version', 'version', 'config', 'config', ...DIMENSIONS), { maxLength: 5 }),
    fc.array(point, { minLength: 2, maxLength: 16 }),
    fc.integer({ min: 1, max: 1_000_000 }),
  )
  .map(([varying, coordinates, seed]): Point[] => {
    const [first] = coordinates
    const kept = coordinates.map((own) => {
      const others = Object.fromEntries(
        [...varying, 'test' as const].flatMap((name) => (own[name] ? [[name, own[name]]] : [])),
      )
      const made = { ...first, ...others }
      // In half of the sets each version has a config of its own, and each product its own versions.
      if (seed % 2 === 0) return made
      const version = made.product === 'MySQL' ? made.version : `1${made.version}`
      return { ...made, version: version ?? '', config: made.version === '8.4' ? 'x10a' : (made.config ?? '') }
    })
    const distinct = new Map(kept.map((own) => [JSON.stringify(Object.entries(own).sort()), own]))
    // Values are unique, so that a value tells which result it is.
    return [...distinct].map(([id, own], i) => ({
      runId: id,
      resultId: id,
      coordinates: own,
      values: { qps: 100 + i * 37 + (seed % 997) / 1000 },
    }))
  })

const axis = fc.uniqueArray(fc.constantFrom<DimensionName>(...DIMENSIONS), { maxLength: 3 })

/** Which dimensions are named, filtered and shown; values are drawn from the results. */
const plan = fc.record({
  columns: axis,
  tables: fc.oneof(
    { weight: 3, arbitrary: fc.constant<DimensionName[]>([]) },
    {
      weight: 1,
      arbitrary: fc.uniqueArray(fc.constantFrom<DimensionName>('hardware', 'workload', 'clients'), { maxLength: 2 }),
    },
  ),
  extraRows: fc.oneof({ weight: 2, arbitrary: fc.constant<DimensionName[]>([]) }, { weight: 1, arbitrary: axis }),
  named: fc.uniqueArray(
    fc.constantFrom<DimensionName>(
      'version',
      'version',
      'version',
      'product',
      'version',
      'config',
      'hardware',
      'clients',
      'compiler',
      'repeat',
      'workload',
    ),
    { maxLength: 2 },
  ),
  kind: fc.constantFrom('values', 'values', 'values', 'first-column', 'first-row', 'first-cell'),
  filtered: fc.uniqueArray(fc.constantFrom<DimensionName>('version', 'config', 'hardware', 'workload'), {
    maxLength: 2,
  }),
  base: fc.nat(15),
  listed: fc.array(fc.nat(15), { minLength: 1, maxLength: 6 }),
  show: fc.constantFrom<Comparison['show']>('relative', 'both', 'absolute'),
  repeats: fc.constantFrom<Comparison['repeats']>('median', 'min', 'min', 'min', 'max', 'mean', 'each'),
  asPublished: fc.constantFrom(false, false, false, true),
  turned: fc.boolean(),
})
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never

function comparisonOf(results: readonly Point[], asked: Plan): Comparison {
  const valueAt = (place: number, name: DimensionName) => results[place % results.length]?.coordinates[name] ?? ''
  const tables: readonly DimensionName[] = asked.tables
  const columns = asked.columns.filter((name) => !tables.includes(name))
  const rows = ['test' as const, ...asked.extraRows.filter((name) => !tables.includes(name) && !columns.includes(name))]
  const filters = asked.filtered.map((name) => [name, [...new Set(asked.listed.map((place) => valueAt(place, name)))]])
  const values = Object.fromEntries(asked.named.map((name) => [name, valueAt(asked.base, name)]))
  return {
    ...DEFAULT_COMPARISON,
    rows: asked.turned ? columns : rows,
    columns: asked.turned ? rows : columns,
    tables: asked.tables,
    filters: Object.fromEntries(filters),
    base: asked.kind === 'values' ? { kind: 'values', values } : { kind: asked.kind as 'first-row' }, // One of the kinds above.
    show: asked.show,
    repeats: asked.repeats,
    asPublished: asked.asPublished,
    verdicts: 'off',
  }
}

const setOf = (results: readonly Point[]): PointSet => ({ points: results, tests, metrics: [] })
const generated = fc.sample(fc.tuple(points, plan), { numRuns: COMPARISONS, seed: 12 }).map(([results, asked]) => {
  const comparison = comparisonOf(results, asked)
  return { results, comparison, grid: compare(setOf(results), comparison) }
})

const cellsOf = (grid: Grid) =>
  grid.tables.flatMap((table) =>
    table.groups.flatMap(({ rows }) =>
      rows.flatMap((row) => row.cells.map((cell, column) => ({ table, row, column, cell }))),
    ),
  )

test('every ratio is the value divided by the base that the table shows', () => {
  let ratios = 0
  for (const { comparison, grid } of generated) {
    expect(ratioProblems(grid, comparison), JSON.stringify(comparison)).toEqual([])
    ratios += countRatios(grid)
  }
  expect(ratios).toBeGreaterThan(COMPARISONS)
})

test('a named base differs from its cell in named and dependent dimensions only, and in those without a choice', () => {
  const kinds = { exact: 0, dependent: 0, ambiguous: 0, missing: 0 }
  for (const { results, comparison, grid } of generated) {
    // With the smallest of the repeats a base value is that of one result.
    if (comparison.base.kind !== 'values' || comparison.repeats !== 'min' || comparison.asPublished) continue
    const byValue = new Map(results.map((result) => [result.values.qps, result]))
    const named = namedBase(comparison.base)
    const depends = dependentDimensions(named)
    for (const { table, cell } of cellsOf(grid)) {
      if (cell.value === null) continue
      if (cell.ratio === null) {
        kinds[cell.footnotes.some(isBaseNote) ? 'ambiguous' : 'missing'] += 1
        continue
      }
      const base = byValue.get(cell.baseValue ?? Number.NaN)
      const own = results.filter(({ runId }) => cell.runIds.includes(runId))
      expect(base).toBeDefined()
      if (base === undefined) continue
      for (const { dimension, value } of named) expect(base.coordinates[dimension] ?? '').toBe(value)
      expect(shownValue(grid, table, comparison, base, listedOf(results, comparison))).toBeOneOf([null, cell.baseValue])
      const others = DIMENSIONS.filter(
        (name) => name !== 'repeat' && !named.some(({ dimension }) => dimension === name),
      )
      for (const name of others.filter((one) => !depends.has(one))) {
        const values = own.map(({ coordinates }) => coordinates[name] ?? '')
        const stated = isOptional(name) ? ['', 'unknown'] : []
        const value = base.coordinates[name] ?? ''
        expect([value, ...values].some((one) => stated.includes(one)) || values.includes(value)).toBe(true)
      }
      const differing = others.filter(
        (name) => depends.has(name) && own.every((one) => one.coordinates[name] !== base.coordinates[name]),
      )
      kinds[differing.length === 0 ? 'exact' : 'dependent'] += 1
      for (const name of differing) expectOnlyChoice(name, { results, comparison, base, own, others, depends })
    }
  }
  for (const count of Object.values(kinds)) expect(count, JSON.stringify(kinds)).toBeGreaterThan(COMPARISONS / 500)
})

const listedOf = (results: readonly Point[], { filters }: Comparison) =>
  results.filter(({ coordinates }) =>
    Object.entries(filters).every(
      ([name, values]) => values?.includes(coordinates[name as DimensionName] ?? '') ?? true,
    ),
  )

/** The value of the base in a table where its cell holds nothing but results of the base; null where none does. */
function shownValue(
  grid: Grid,
  table: Grid['tables'][number],
  comparison: Comparison,
  { coordinates }: Point,
  listed: readonly Point[],
): number | null {
  const at = (dimensions: readonly DimensionName[]) => JSON.stringify(dimensions.map((name) => coordinates[name] ?? ''))
  if (JSON.stringify(table.key.values) !== at(comparison.tables)) return null
  const axes = [...comparison.tables, ...grid.rowDimensions, ...grid.columnDimensions]
  const inCell = listed.filter((one) =>
    axes.every((name) => (one.coordinates[name] ?? '') === (coordinates[name] ?? '')),
  )
  const isOfBase = (one: Point) =>
    namedBase(comparison.base).every(({ dimension, value }) => (one.coordinates[dimension] ?? '') === value)
  if (inCell.length === 0 || !inCell.every(isOfBase)) return null
  const row = table.groups
    .flatMap(({ rows }) => rows)
    .find(({ values }) => JSON.stringify(values) === at(grid.rowDimensions))
  const column = table.columns.findIndex(({ values }) => JSON.stringify(values) === at(grid.columnDimensions))
  return row?.cells[column]?.value ?? null
}

type Choice = {
  results: readonly Point[]
  comparison: Comparison
  base: Point
  own: readonly Point[]
  others: readonly DimensionName[]
  depends: { has(name: DimensionName): boolean }
}

/** Among the results that agree with the base in all else and pass the filters, no other has the value of the cell. */
function expectOnlyChoice(name: DimensionName, { results, comparison, base, own, others }: Choice): void {
  const alike = results.filter(
    ({ coordinates }) =>
      coordinates.test === base.coordinates.test &&
      namedBase(comparison.base).every(({ dimension, value }) => (coordinates[dimension] ?? '') === value) &&
      others.every((other) => other === name || coordinates[other] === base.coordinates[other]),
  )
  const ownValues = new Set(own.map(({ coordinates }) => coordinates[name]))
  expect(alike.filter(({ coordinates }) => ownValues.has(coordinates[name]))).toEqual([])
  const filter = comparison.filters[name]
  const listed = alike.filter(({ coordinates }) => filter?.includes(coordinates[name] ?? '') ?? true)
  const values = new Set((listed.length > 0 ? listed : alike).map(({ coordinates }) => coordinates[name]))
  expect([...values]).toEqual([base.coordinates[name]])
}

test('every export has the same ratios, and names every ambiguous base', () => {
  for (const { grid } of generated.filter((_, i) => i % 20 === 0)) {
    const ratios = cellsOf(grid).map(({ cell }) => cell.ratio)
    const json = JSON.parse(renderJson(grid)) as Grid
    expect(cellsOf(json).map(({ cell }) => cell.ratio)).toEqual(ratios)
    if (grid.show === 'absolute') continue
    const shown = cellsOf(grid).map(({ cell }) =>
      cell.value === null && grid.show === 'both' ? '-' : formatRatio(cell.ratio),
    )
    expect(htmlRatios(grid)).toEqual(shown)
    expect(markdownRatios(grid)).toEqual(shown)
    const notes = new Set(
      cellsOf(grid).flatMap(({ cell }) => cell.footnotes.filter(isBaseNote).map(({ text }) => text)),
    )
    for (const render of [renderText, renderCsv, renderMarkdown, renderHtml, renderJson]) {
      const text = unescaped(render(grid))
      for (const note of notes) expect(text, render.name).toContain(note)
    }
  }
})

const unescaped = (text: string) => text.replaceAll('\\', '')
const lastNumber = (text: string) => /\((-|-?[\d.]+)\)/.exec(text)?.[1] ?? /^(-?[\d.]+|-)/.exec(text)?.[1] ?? text

const htmlRatios = (grid: Grid): string[] =>
  [...renderHtml(grid).matchAll(/<td[^>]*>([^<i][^<]*)/g)].map(([, text = '']) => lastNumber(text))

function markdownRatios(grid: Grid): string[] {
  const lines = renderMarkdown(grid)
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (\\?\*|\*)/.test(line))
  const header = new Set(grid.tables.map(({ columns }) => columns.map(({ label }) => label).join(' | ')))
  return lines
    .filter((line) => ![...header].some((labels) => unescaped(line).endsWith(`${labels} |`)))
    .flatMap((line) =>
      line
        .split(' | ')
        .slice(1)
        .map((field) => lastNumber(field.replace(/ \|$/, ''))),
    )
}

test('the ratios of a gate obey the same rule', () => {
  let ratios = 0
  for (const { results } of generated.filter((_, i) => i % 10 === 0)) {
    const of = (version: string) => results.filter(({ coordinates }) => coordinates.version === version)
    const matched = matchSides({ base: of('8.4'), candidate: of('9.5') })
    const { points: all, comparison } = gateQuestion(matched.sideBySide, 0.05)
    const grid = compare(setOf(all), { ...comparison, verdicts: 'off' })
    expect(ratioProblems(grid, comparison)).toEqual([])
    ratios += countRatios(grid)
  }
  expect(ratios).toBeGreaterThan(COMPARISONS / 100)
})

/** A cell of the base line is 1, and a base line has no other divisor. */
test('a column or row that is marked as base is 1.00 wherever it has a value', () => {
  const isOne = ({ value, ratio, isBase }: Cell) => value === null || value === 0 || (ratio === 1 && isBase)
  for (const { grid } of generated) {
    for (const { table, row, column, cell } of cellsOf(grid)) {
      if (row.isBase || table.columns[column]?.isBase === true) expect(isOne(cell)).toBe(true)
    }
  }
})
