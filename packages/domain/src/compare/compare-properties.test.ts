import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeBand } from './change-band.ts'
import { compare } from './compare.ts'
import { type Comparison, DEFAULT_COMPARISON } from './comparison.ts'
import type { Cell, Grid } from './grid.ts'
import type { Point, PointSet, TestInfo } from './point.ts'
import { renderCsv } from './render/render-csv.ts'
import { renderHtml } from './render/render-html.ts'
import { renderMarkdown } from './render/render-markdown.ts'
import { renderText } from './render/render-text.ts'

const TESTS = ['hot-points', 'scan', 'read-only', 'write-only']

const tests = TESTS.map((name, order): TestInfo => {
  return { name, group: order < 2 ? 'reads' : null, order, role: 'measured', primaryMetric: 'qps' }
})

const point = fc
  .record({
    version: fc.constantFrom('9.6.24', '17.6', '18.0'),
    config: fc.constantFrom('x10a', 'x10b'),
    hardware: fc.constantFrom('dell32', 'pn53'),
    clients: fc.constantFrom('1', '40'),
    test: fc.constantFrom(...TESTS),
    repeat: fc.constantFrom('1', '2'),
    qps: fc.double({ min: 0.5, max: 1e6, noNaN: true }),
  })
  .map(({ qps, ...coordinates }): Point => {
    const resultId = Object.values(coordinates).join(' ')
    return { runId: resultId, resultId, coordinates: { product: 'Postgres', ...coordinates }, values: { qps } }
  })

const points = fc.uniqueArray(point, { selector: ({ resultId }) => resultId, minLength: 1, maxLength: 40 })
const setOf = (results: readonly Point[]): PointSet => ({ points: results, tests, metrics: [] })

const comparison = (base: Comparison['base'], changes: Partial<Comparison> = {}): Comparison => ({
  ...DEFAULT_COMPARISON,
  columns: ['version', 'config', 'hardware', 'clients'],
  base,
  ...changes,
})

const of17: Comparison['base'] = { kind: 'values', values: { version: '17.6' } }
const bases = fc.constantFrom<Comparison['base']>(
  of17,
  { kind: 'first-column' },
  { kind: 'first-cell' },
  { kind: 'values', values: { clients: '1' } },
)
const anyComparison = fc
  .record({
    base: bases,
    repeats: fc.constantFrom<Comparison['repeats']>('each', 'median', 'mean', 'min', 'max'),
    show: fc.constantFrom<Comparison['show']>('absolute', 'relative', 'both'),
    columns: fc.constantFrom<Comparison['columns']>(
      ['version', 'config'],
      ['clients'],
      ['version', 'hardware', 'clients'],
      [],
    ),
    tables: fc.constantFrom<Comparison['tables']>([], ['hardware'], ['repeat']),
    onlyChanged: fc.boolean(),
    countBadged: fc.boolean(),
  })
  .map(({ base, ...changes }) => comparison(base, changes))

const cellsOf = (grid: Grid): Cell[] =>
  grid.tables.flatMap(({ groups }) => groups.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells)))

test('a run compared with itself has ratio 1.00 everywhere', () => {
  fc.assert(
    fc.property(points, (results) => {
      const own = compare(
        setOf(results),
        comparison({ kind: 'values', values: { version: '17.6' } }, { filters: { version: ['17.6'] } }),
      )
      for (const cell of cellsOf(own)) {
        expect(cell.ratio).toBe(cell.value === null ? null : 1)
        expect(cell.isBase).toBe(true)
      }
    }),
  )
})

test('swapping run and base inverts every ratio', () => {
  // With several configs one side may have to choose between candidates of the base while the other need not.
  const oneConfig = points.map((all) => all.filter(({ coordinates }) => coordinates.config === 'x10a'))
  const sides = ['version', 'clients', 'hardware'] as const
  const among = (base: string, run: string) =>
    comparison({ kind: 'values', values: { version: base } }, { columns: [...sides], filters: { version: [run] } })
  fc.assert(
    fc.property(oneConfig, (results) => {
      const there = ratiosByCell(compare(setOf(results), among('17.6', '18.0')))
      const back = ratiosByCell(compare(setOf(results), among('18.0', '17.6')))
      for (const [name, ratio] of there) {
        const other = back.get(name) ?? null
        expect(ratio === null).toBe(other === null)
        if (ratio !== null && other !== null) expect(ratio * other).toBeCloseTo(1, 9)
      }
    }),
  )
})

/** Ratios of cells that have a result, by test, clients and hardware. */
const ratiosByCell = ({ tables }: Grid) =>
  new Map(
    tables.flatMap(({ columns, groups }) =>
      groups.flatMap(({ rows }) =>
        rows.flatMap(({ label, cells }) =>
          cells.flatMap(({ value, ratio }, at) =>
            value === null ? [] : [[`${label} ${columns[at]?.values.slice(1).join(' ')}`, ratio] as const],
          ),
        ),
      ),
    ),
  )

const rowsOf = ({ tables }: Grid) => tables.flatMap(({ groups }) => groups.flatMap(({ rows }) => rows))

test('the order of results does not matter', () => {
  const shuffled = points.chain((results) =>
    fc.tuple(
      fc.constant(results),
      fc.shuffledSubarray(results, { minLength: results.length, maxLength: results.length }),
    ),
  )
  fc.assert(
    fc.property(shuffled, anyComparison, ([results, moved], requested) => {
      // Grids without run ids, because these are listed in the order of the input.
      const withoutRuns = (grid: Grid) =>
        JSON.stringify(grid, (key, value) => (key === 'runIds' ? [...value].sort() : value))
      expect(withoutRuns(compare(setOf(moved), requested))).toBe(withoutRuns(compare(setOf(results), requested)))
    }),
  )
})

test('stricter bands flag a subset', () => {
  const limits = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }))
  fc.assert(
    fc.property(points, limits, limits, (results, worse, better) => {
      const banded = (w: number, b: number) =>
        cellsOf(compare(setOf(results), comparison(of17, { bands: { kind: 'relative', worse: w, better: b } })))
      const strict = banded(Math.min(...worse), 1 + Math.max(...better))
      const loose = banded(Math.max(...worse), 1 + Math.min(...better))
      for (const [i, { band }] of strict.entries()) if (band !== 'neutral') expect(loose[i]?.band).toBe(band)
    }),
  )
})

test('scaling all values changes no ratio', () => {
  fc.assert(
    fc.property(points, anyComparison, (results, requested) => {
      // Multiplication by a power of two is exact for every value.
      const scaled = results.map((result) => ({ ...result, values: { qps: (result.values.qps ?? 0) * 1024 } }))
      const ratios = (set: PointSet) => cellsOf(compare(set, requested)).map(({ ratio, band }) => [ratio, band])
      expect(ratios(setOf(scaled))).toEqual(ratios(setOf(results)))
    }),
  )
})

test('every result belongs to a cell', () => {
  fc.assert(
    fc.property(points, anyComparison, (results, requested) => {
      const grid = compare(setOf(results), { ...requested, onlyChanged: false })
      expect(cellsOf(grid).reduce((count, { repeats }) => count + repeats, 0)).toBe(results.length)
      expect(new Set(cellsOf(grid).flatMap(({ runIds }) => runIds)).size).toBe(results.length)
    }),
  )
})

test('counts equal those of the cells, and every format has every row', () => {
  fc.assert(
    fc.property(points, anyComparison, (results, requested) => {
      const grid = compare(setOf(results), requested)
      const cells = cellsOf(grid)
      const rows = rowsOf(grid).length
      expect(grid.counts).toMatchObject({
        rows,
        cells: cells.length,
        missing: cells.filter(({ value }) => value === null).length,
        worse: cells.filter((cell) => changeBand(cell) === 'worse').length,
        better: cells.filter((cell) => changeBand(cell) === 'better').length,
      })
      const printed = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
      expect(printed(renderText(grid), /\t(hot-points|scan|read-only|write-only)$/gm)).toBe(
        rows * (grid.show === 'both' ? 2 : 1),
      )
      expect(printed(renderCsv(grid), /\r\n/g)).toBe(rows + 1)
      expect(printed(renderMarkdown(grid), /^\| (hot-points|scan|read-only|write-only) /gm)).toBe(rows)
      expect(printed(renderHtml(grid), /<th scope="row"[^>]*>(hot-points|scan|read-only|write-only)</g)).toBe(rows)
    }),
  )
})
