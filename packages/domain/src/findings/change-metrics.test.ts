import { expect, test } from 'vitest'
import { compareTables } from '../compare/compare.ts'
import type { Point, PointSet } from '../compare/point.ts'
import { findKnownMetric } from '../run/metric.ts'
import { changeComparison, metricsOfChange } from './change-metrics.ts'
import type { FindingChange } from './finding.ts'

const FINDING = { product: 'MySQL', from: '5.7', to: '8.0', hardware: 'lab', direction: 'worse' } as const
const ENVIRONMENT = { product: 'MySQL', hardware: 'lab', benchmark: 'sysbench', workload: 'cached', test: 'scan' }

const point = (version: string, clients: string, values: Record<string, number>): Point => ({
  coordinates: { ...ENVIRONMENT, version, clients },
  runId: version,
  resultId: `${version} ${clients}`,
  values,
})

const change: FindingChange = {
  ...{ benchmark: 'sysbench', workload: 'cached', test: 'scan', group: null, clients: '8', metric: 'qps', line: '' },
  ...{ axes: ['clients'], value: 60, baseValue: 100, ratio: 0.6, low: null, high: null, runIds: [], baseRunIds: [] },
}

test('a change has its own metric and those that can explain it, also those that are 0 on both sides', () => {
  const points = [
    point('5.7', '8', { qps: 100, 'cpu/o': 10, 'cs/o': 2, 'r/o': 0 }),
    point('8.0', '8', { qps: 60, 'cpu/o': 17, 'cs/o': 2, 'r/o': 0 }),
  ]
  const metrics = ['qps', 'cpu/o', 'cs/o', 'r/o'].flatMap((name) => findKnownMetric(name) ?? [])
  const scan = { name: 'scan', group: null, order: 0, role: 'measured', primaryMetric: 'qps' } as const
  const set: PointSet = { points, metrics, tests: [scan] }
  const { metrics: found, notRecorded } = metricsOfChange(compareTables(set, changeComparison(FINDING, change)), change)
  expect(found.map(({ word, ratio }) => [word, ratio])).toEqual([
    ['qps', 0.6],
    ['CPU per operation', 1.7],
    ['context switches per operation', 1],
    ['reads per operation', null],
  ])
  expect(notRecorded).toEqual(['KB written per operation', 'response time of the slowest few'])
})

test('a change that its comparison no longer has shows nothing', () => {
  expect(metricsOfChange({ rowDimensions: [], columnDimensions: [], tables: [] }, change)).toEqual({
    metrics: [],
    notRecorded: [],
  })
})
