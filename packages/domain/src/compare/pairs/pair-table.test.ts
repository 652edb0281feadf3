import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compare } from '../compare.ts'
import { type Comparison, DEFAULT_COMPARISON } from '../comparison.ts'
import { comparisonHeadline } from '../comparison-headline.ts'
import type { GridGroup } from '../grid.ts'
import { pairSummary } from './pair-summary.ts'
import { companionMetrics, isPair, pairTables, verdictsOfRows } from './pair-table.ts'
import { ratioScale } from './ratio-scale.ts'

const METRICS = [
  { name: 'qps', unit: 'queries/s', better: 'higher', about: '' },
  { name: 'cpu/o', unit: 'µs', better: 'lower', about: '' },
] as const

const comparison = (versions: readonly string[]): Comparison => ({
  ...DEFAULT_COMPARISON,
  filters: { product: ['PostgreSQL'], hardware: ['dell32'], version: [...versions] },
  columns: ['version'],
  base: { kind: 'values', values: { version: versions[0] ?? '' } },
})

type Values = Record<string, Record<string, number>>

/** The grid of tests with one value per version, each with three repeats that hardly differ. */
function gridOf(tests: Values, versions: readonly string[], metric: string = 'qps') {
  const points = Object.entries(tests).flatMap(([name, values]) =>
    Object.entries(values).flatMap(([version, value]) =>
      [0.999, 1, 1.001].map((noise, repeat) => ({
        runId: `00000000-0000-8000-8000-${version.replace(/\D/g, '').padStart(11, '0')}${repeat}`,
        resultId: `${name} ${version} ${repeat}`,
        coordinates: {
          product: 'PostgreSQL',
          hardware: 'dell32',
          test: name,
          version,
          group: 'all',
          clients: '1',
          repeat: `${repeat + 1}`,
        },
        values: { [metric]: value * noise },
        noise: { [metric]: { source: 'test' as const, sd: 0.005, degreesOfFreedom: 40 } },
      })),
    ),
  )
  const order = Object.keys(tests)
  return compare(
    {
      points,
      tests: order.map((name, at) => ({ name, group: 'all', order: at, role: 'measured', primaryMetric: 'qps' })),
      metrics: [...METRICS],
    },
    { ...comparison(versions), metrics: [metric] },
  )
}

const VERSIONS = ['17.6', '18.0']
const GRID = gridOf(
  { scan: { '17.6': 100, '18.0': 112 }, points: { '17.6': 100, '18.0': 100 }, writes: { '17.6': 100, '18.0': 80 } },
  VERSIONS,
)

test('a pair is the comparison of versions of one product on one machine', () => {
  expect(isPair(comparison(VERSIONS))).toBe(true)
  expect(isPair(comparison(['18.0']))).toBe(false)
  expect(isPair({ ...comparison(VERSIONS), show: 'both' })).toBe(false)
  expect(isPair({ ...comparison(VERSIONS), verdicts: 'off' })).toBe(false)
  expect(isPair({ ...comparison(VERSIONS), base: { kind: 'first-column' } })).toBe(false)
  expect(isPair(DEFAULT_COMPARISON)).toBe(false)
})

test('every row has the number of the grid and its position on the axis', () => {
  const [table] = pairTables(GRID, null) ?? []
  const rows = table?.groups.flatMap((group) => group.rows) ?? []
  expect(rows.map(({ label, marks }) => [label, ...marks.map(({ text }) => text)])).toEqual([
    ['scan', '1.12'],
    ['points', '1.00'],
    ['writes', '0.80'],
  ])
  const [scan, points, writes] = rows.map(({ marks }) => marks[0]?.at ?? Number.NaN)
  expect(points).toBeCloseTo(0.5)
  expect(scan).toBeGreaterThan(0.5)
  expect(writes).toBeLessThan(0.5)
  expect(table?.candidates).toEqual([{ column: 1, label: '18.0' }])
})

test('the counts of the filters are those of the rows', () => {
  expect(verdictsOfRows(pairTables(GRID, null) ?? [])).toEqual({ improvement: 1, 'no change': 1, regression: 1 })
})

test('companion metrics stand beside the row of the same test, and those without a ratio have no column', () => {
  const cpu = gridOf({ scan: { '17.6': 10, '18.0': 9 }, writes: { '17.6': 10, '18.0': 12 } }, VERSIONS, 'cpu/o')
  const [table] = pairTables(GRID, cpu) ?? []
  expect(table?.companions.map(({ label }) => label)).toEqual(['CPU/op'])
  const shown = table?.groups.flatMap(({ rows }) => rows.map(({ label, companions }) => [label, companions[0]?.text]))
  expect(shown).toEqual([
    ['scan', '0.90'],
    ['points', '-'],
    ['writes', '1.20'],
  ])
  expect(pairTables(GRID, null)?.[0]?.companions).toEqual([])
  expect(companionMetrics(['qps', 'p99', 'cpu/o'])).toEqual(['cpu/o', 'p99'])
})

test('a cell with a footnote has its number', () => {
  const [table] = GRID.tables
  const noted = {
    ...GRID,
    tables: table === undefined ? [] : [{ ...table, groups: table.groups.map(withNoteOnWrites) }],
  }
  const shown = pairTables(noted, null)?.[0]?.groups.flatMap(({ rows }) =>
    rows.map(({ label, marks }) => [label, ...(marks[0]?.notes ?? [])]),
  )
  expect(shown).toEqual([['scan'], ['points'], ['writes', 1]])
})

function withNoteOnWrites(group: GridGroup): GridGroup {
  const footnotes = [{ code: 'annotation', text: 'measured on a Monday' }]
  const noted = group.rows.map((row) =>
    row.label === 'writes' ? { ...row, cells: row.cells.map((cell) => ({ ...cell, footnotes })) } : row,
  )
  return { ...group, rows: noted }
}

test('more than three candidates have no ratio table', () => {
  const versions = ['1', '2', '3', '4', '5']
  const many = gridOf({ scan: Object.fromEntries(versions.map((version) => [version, 100])) }, versions)
  expect(pairTables(many, null)).toBeNull()
})

test('the headline counts the verdicts of the newest candidate', () => {
  const counted = comparisonHeadline(GRID, comparison(VERSIONS), '')
  const { worse = 0, better = 0 } = GRID.verdicts ?? {}
  expect(counted).toMatch(/^PostgreSQL 18\.0 vs 17\.6 on dell32: /)
  expect(counted).toContain('in 3 tests')
  expect(worse).toBeGreaterThan(0)
  expect(counted).toContain('1 regression in 3 tests (worst: writes −20%)')
  expect(better).toBeGreaterThan(0)
  expect(counted).toContain('1 improved (best: scan +12%)')
})

test('without a change the headline says no regressions, and without a judged cell nothing to compare', () => {
  const same = gridOf({ scan: { '17.6': 100, '18.0': 100 } }, VERSIONS)
  expect(comparisonHeadline(same, comparison(VERSIONS), '')).toBe(
    'PostgreSQL 18.0 vs 17.6 on dell32: no regressions in 1 test',
  )
  const alone = gridOf({ scan: { '18.0': 100 } }, VERSIONS)
  expect(comparisonHeadline(alone, comparison(VERSIONS), '')).toMatch(/: nothing to compare$/)
})

test('the headline of ratios without verdicts says that their results are flagged', () => {
  const tables = GRID.tables.map((table) => ({ ...table, groups: table.groups.map(withoutVerdicts) }))
  const title = comparisonHeadline({ ...GRID, tables, verdicts: null }, comparison(VERSIONS), '')
  expect(title).toBe('PostgreSQL 18.0 vs 17.6 on dell32: no verdict on 3 tests, because their results are flagged')
})

const withoutVerdicts = (group: GridGroup): GridGroup => ({
  ...group,
  rows: group.rows.map((row) => ({ ...row, cells: row.cells.map((cell) => ({ ...cell, verdict: null })) })),
})

test('positions keep the order of ratios, and 1.0 is in the middle', () => {
  const ratio = fc.double({ min: 0.01, max: 100, noNaN: true })
  fc.assert(
    fc.property(fc.array(ratio, { maxLength: 40 }), ratio, ratio, (ratios, a, b) => {
      const { inside, outside, ticks, band } = ratioScale(ratios)
      expect(inside(1)).toBeCloseTo(0.5)
      expect(inside(Math.min(a, b))).toBeLessThanOrEqual(inside(Math.max(a, b)))
      expect(outside(a) === null || inside(a) === (outside(a) === 'left' ? 0 : 1)).toBe(true)
      expect(ticks.map((tick) => tick.ratio)).toContain(1)
      expect(band.from).toBeLessThan(band.to)
    }),
  )
})

test('the summary is the geometric mean of the newest candidate and of what an operation costs', () => {
  const costs = gridOf({ scan: { '17.6': 10, '18.0': 11 }, points: { '17.6': 10, '18.0': 10 } }, VERSIONS, 'cpu/o')
  expect(pairSummary(GRID, costs)).toBe('Geometric mean of 3 tests: −4%, CPU per operation +5%.')
  expect(pairSummary(GRID, null)).toBe('Geometric mean of 3 tests: −4%.')
  expect(pairSummary({ ...GRID, tables: [] }, null)).toBeNull()
})
