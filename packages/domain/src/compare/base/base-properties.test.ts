import { EXPORTS, exportProblems } from '@assay/testing/compare/export-problems'
import { DIMENSIONS, generatedComparisons, setOf } from '@assay/testing/compare/generated-comparisons'
import { countRatios, ratioProblems } from '@assay/testing/compare/ratio-problems'
import { expect, test } from 'vitest'
import { gateQuestion } from '../../findings/gate/gate-comparison.ts'
import { matchSides } from '../../findings/gate/match-sides.ts'
import { compare } from '../compare.ts'
import type { Comparison } from '../comparison.ts'
import { type DimensionName, isOptional } from '../dimension.ts'
import type { Cell, Grid } from '../grid.ts'
import type { Point } from '../point.ts'
import { dependentDimensions, namedBase } from '../points-needed.ts'
import { isBaseNote } from './base-note.ts'

// Set ASSAY_PROPERTY_COMPARISONS=200000 to generate more comparisons.
const COMPARISONS = Number(process.env.ASSAY_PROPERTY_COMPARISONS ?? 10_000)

const generated = generatedComparisons(COMPARISONS).map(({ results, comparison }) => {
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

test('a named base differs from its cell only in named dimensions, and in dependent ones if there is no choice', () => {
  const kinds = { exact: 0, dependent: 0, ambiguous: 0, missing: 0 }
  for (const { results, comparison, grid } of generated) {
    // With `min` over repeats, a base value is the value of one result.
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

/** The value of the base as its own table shows it; null if no cell contains results of the base only. */
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

/**
 * Checks that a dependent dimension was resolved to the only possible value: the cell's own value does not occur among
 * results that match the base otherwise, and those that pass the filters have no other value.
 */
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

// By default only one of 20 comparisons is rendered as files, because files take longer than grids.
const EACH = process.env.ASSAY_PROPERTY_COMPARISONS === undefined ? 20 : 1

test('every format has the same cells and names every ambiguous base', () => {
  for (const { comparison, grid } of generated.filter((_, i) => i % EACH === 0)) {
    expect(exportProblems(grid), JSON.stringify(comparison)).toEqual([])
    if (grid.show === 'absolute') continue
    const notes = new Set(
      cellsOf(grid).flatMap(({ cell }) => cell.footnotes.filter(isBaseNote).map(({ text }) => text)),
    )
    for (const [format, render] of Object.entries(EXPORTS)) {
      const text = render(grid).replaceAll('\\', '')
      for (const note of notes) expect(text, format).toContain(note)
    }
  }
})

test('the ratios of a gate follow the same rule', () => {
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

/** A row or column that is marked as base has no other divisor, so its ratios are 1. */
test('a column or row that is marked as base is 1.00 wherever it has a value', () => {
  const isOne = ({ value, ratio, isBase }: Cell) => value === null || value === 0 || (ratio === 1 && isBase)
  for (const { grid } of generated) {
    for (const { table, row, column, cell } of cellsOf(grid)) {
      if (row.isBase || table.columns[column]?.isBase === true) expect(isOne(cell)).toBe(true)
    }
  }
})
