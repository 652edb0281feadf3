import fc from 'fast-check'
import { expect, test } from 'vitest'
import { impossibleValues } from './impossible-values.ts'
import { KNOWN_METRICS } from './metric.ts'

const messages = (values: Record<string, number>) =>
  impossibleValues(Object.keys(values))(Object.values(values)).map(({ message }) => message)

test('valid values are accepted', () => {
  expect(messages({ qps: 1, latency_ms_min: 1, latency_ms_avg: 1.004, latency_ms_max: 1 })).toEqual([])
  expect(messages({ qps: 0, latency_ms_avg: 0, cpu_us: 60, cpu_sy: 41 })).toEqual([])
  expect(messages({ 'GB/h': -3 })).toEqual([])
})

test.each([
  [{ qps: -1 }, 'qps is -1, and cannot be negative'],
  [{ qps: 0, latency_ms_avg: 2 }, 'qps is 0, but latency_ms_avg is 2'],
  [{ 'cpu/s': 1010 }, 'cpu/s is 1010, more than 100% of all CPUs'],
  [{ 'as-published:cpu/s': 1010 }, 'as-published:cpu/s is 1010, more than 100% of all CPUs'],
  [{ latency_ms_avg: 5, latency_ms_max: 4 }, 'latency_ms_avg 5 is more than latency_ms_max 4'],
])('%j is impossible', (values: Record<string, number>, message) => {
  expect(messages(values)).toEqual([message])
})

test('a known metric is never negative', () => {
  const metric = fc.constantFrom(...KNOWN_METRICS.map(({ name }) => name))
  fc.assert(
    fc.property(metric, fc.double({ max: -Number.MIN_VALUE, noNaN: true, noDefaultInfinity: true }), (name, value) => {
      expect(messages({ [name]: value })).toHaveLength(1)
    }),
  )
})
