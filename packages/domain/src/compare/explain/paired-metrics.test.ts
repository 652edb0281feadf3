import { expect, test } from 'vitest'
import { type MeasuredResult, pairMetrics } from './paired-metrics.ts'

const result = (values: Record<string, number>, better: 'higher' | 'lower' = 'lower'): MeasuredResult => ({
  runId: 'run',
  values: Object.entries(values).map(([name, value]) => ({
    metric: { name, unit: 'u', about: '', better: name === 'qps' ? 'higher' : better },
    value,
  })),
})

test('the own metric comes first, then CPU, switches, reads, writes and p99, then the others', () => {
  const own = result({ p99: 5, zebra: 1, 'wKB/o': 2, 'cs/o': 3, qps: 90, 'r/o': 1, 'cpu/o': 6 })
  const { key, others } = pairMetrics('qps', [own], [own])
  expect(key.map(({ name }) => name)).toEqual(['qps', 'cpu/o', 'cs/o', 'r/o', 'wKB/o', 'p99'])
  expect(others.map(({ name }) => name)).toEqual(['zebra'])
})

test('values are medians, a small difference has no tone, and a base of 0 has no ratio', () => {
  const own = [result({ qps: 80, 'cpu/o': 1.02, 'r/o': 1 }), result({ qps: 90 }), result({ qps: 100 })]
  const { key } = pairMetrics('qps', own, [result({ qps: 100, 'cpu/o': 1, 'r/o': 0 })])
  expect(key.map(({ name, value, ratio, tone }) => [name, value, ratio, tone])).toEqual([
    ['qps', 90, 0.9, 'worse'],
    ['cpu/o', 1.02, 1.02, null],
    ['r/o', 1, null, null],
  ])
  expect(key[0]?.repeats).toEqual({ own: [80, 90, 100], base: [100] })
})
