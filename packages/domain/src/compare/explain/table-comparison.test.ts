import { expect, test } from 'vitest'
import { compare } from '../compare.ts'
import { type Comparison, DEFAULT_COMPARISON } from '../comparison.ts'
import type { Point } from '../point.ts'
import { tableComparison } from './table-comparison.ts'

const points = ['read', 'write'].flatMap((test) =>
  ['a', 'b'].flatMap((hardware) =>
    ['1.0', '2.0'].map((version, at): Point => {
      const id = `${test} ${hardware} ${version}`
      return {
        runId: id,
        resultId: id,
        coordinates: { test, hardware, version },
        values: { qps: 100 + at, 'cpu/o': 2 - at },
      }
    }),
  ),
)
const tests = ['read', 'write'].map((name, order) => {
  return { name, group: null, order, role: 'measured' as const, primaryMetric: 'qps' }
})

test('the comparison of a single table gives the same table with every cell', () => {
  const requested: Comparison = {
    ...DEFAULT_COMPARISON,
    rows: ['version'],
    columns: [],
    tables: ['test', 'hardware'],
    metrics: ['primary', 'cpu/o'],
    base: { kind: 'first-row' },
  }
  const set = { points, tests, metrics: [] }
  const grid = compare(set, requested)
  expect(grid.tables).toHaveLength(8)
  for (const [index, table] of grid.tables.entries()) {
    const alone = tableComparison(requested, grid, index)
    expect(alone.table).toBe(0)
    expect(compare(set, alone.comparison).tables).toEqual([table])
  }
})

test('a table of results without a value comes after those with one', () => {
  const requested: Comparison = {
    ...DEFAULT_COMPARISON,
    rows: ['version'],
    columns: [],
    tables: ['param:cache_type'],
    base: { kind: 'first-row' },
  }
  const cached = points.map((point) => ({
    ...point,
    resultId: `${point.resultId} lru`,
    coordinates: { ...point.coordinates, 'param:cache_type': 'lru' },
  }))
  const set = {
    points: [...points, ...cached].filter(({ coordinates }) => coordinates.test === 'read'),
    tests,
    metrics: [],
  }
  const grid = compare(set, requested)
  for (const [index, { key }] of grid.tables.entries()) {
    const { comparison, table } = tableComparison(requested, grid, index)
    expect(compare(set, comparison).tables[table]?.key).toEqual(key)
  }
  expect(grid.tables.map(({ key }) => key.values)).toContainEqual([''])
})
