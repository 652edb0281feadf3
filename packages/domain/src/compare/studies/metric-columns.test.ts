import { expect, test } from 'vitest'
import { compare } from '../compare.ts'
import { DEFAULT_COMPARISON } from '../comparison.ts'
import type { Point } from '../point.ts'
import { efficiencyComparison } from './io-efficiency/efficiency.ts'
import { metricColumnsOf } from './metric-columns.ts'

const tests = ['read', 'write'].map((name, order) => {
  return { name, group: null, order, role: 'measured' as const, primaryMetric: 'qps' }
})

const point = (test: string, version: string, values: Record<string, number>): Point => {
  const id = `${test} ${version}`
  return { runId: id, resultId: id, coordinates: { test, version }, values }
}

const points = [
  point('read', '1.0', { qps: 100, 'cpu/o': 2 }),
  point('read', '2.0', { qps: 90, 'cpu/o': 3 }),
  point('write', '1.0', { qps: 50 }),
]

test('each test is a table with versions on rows and throughput next to its costs', () => {
  const comparison = efficiencyComparison({ ...DEFAULT_COMPARISON, columns: ['version'], show: 'both' })
  const found = metricColumnsOf(compare({ points, tests, metrics: [] }, comparison))
  expect(
    found.map(({ label, metrics, rows }) => ({
      label,
      metrics: metrics.map(({ metric }) => metric),
      rows: rows.map((row) => [row.label, ...row.cells.map(({ value, ratio }) => [value, ratio])]),
    })),
  ).toEqual([
    {
      label: 'read',
      metrics: ['qps', 'cpu/o'],
      rows: [
        ['1.0', [100, 1], [2, 1]],
        ['2.0', [90, 0.9], [3, 1.5]],
      ],
    },
    { label: 'write', metrics: ['qps'], rows: [['1.0', [50, 1]]] },
  ])
})
