import { expect, test } from 'vitest'
import { type CellResult, prepareCellMetrics } from './prepare-cell-metrics.ts'

const qps = { name: 'qps', unit: 'queries/s', better: 'higher', about: '' } as const
const cpu = { name: 'cpu/o', unit: '%', better: 'lower', about: '' } as const

const result = (values: CellResult['values']): CellResult => ({ runId: 'r', values })

test('each metric is compared with the same metric of the base', () => {
  const mine = [
    result([
      { metric: qps, value: 90 },
      { metric: cpu, value: 3 },
    ]),
  ]
  const base = [result([{ metric: qps, value: 100 }])]
  expect(prepareCellMetrics({ mine, base })).toMatchObject([
    { name: 'qps', value: 90, base: 100, ratio: 0.9 },
    { name: 'cpu/o', value: 3, base: null, ratio: null },
  ])
})

test('several results are aggregated to their median', () => {
  const mine = [5, 1, 2, 4].map((value) => result([{ metric: qps, value }]))
  expect(prepareCellMetrics({ mine, base: [] })[0]?.value).toBe(3)
})

test('a base of 0 has no ratio', () => {
  const base = [result([{ metric: qps, value: 0 }])]
  expect(prepareCellMetrics({ mine: [result([{ metric: qps, value: 1 }])], base })[0]?.ratio).toBeNull()
})
