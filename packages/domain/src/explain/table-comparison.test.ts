import { expect, test } from 'vitest'
import { compare } from '../compare/compare.ts'
import { type Comparison, DEFAULT_COMPARISON } from '../compare/comparison.ts'
import type { Point } from '../compare/point.ts'
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

test('each table alone is the table that it was, with every cell in its place', () => {
  const asked: Comparison = {
    ...DEFAULT_COMPARISON,
    rows: ['version'],
    columns: [],
    tables: ['test', 'hardware'],
    metrics: ['primary', 'cpu/o'],
    base: { kind: 'first-row' },
  }
  const set = { points, tests, metrics: [] }
  const grid = compare(set, asked)
  expect(grid.tables).toHaveLength(8)
  for (const [place, table] of grid.tables.entries()) {
    expect(compare(set, tableComparison(asked, grid, place)).tables).toEqual([table])
  }
})
