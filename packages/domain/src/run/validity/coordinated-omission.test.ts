import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coordinatedOmission } from './coordinated-omission.ts'

const judge = (clients: number, values: Record<string, number>) =>
  coordinatedOmission({ clients, value: (metric) => values[metric] })

test('a stall during which no client sent anything makes p99 and p99.9 doubtful, each with its numbers', () => {
  const values = {
    elapsed_s: 4,
    latency_ms_p95: 0.2,
    latency_ms_p99: 0.3,
    'latency_ms_p99.9': 0.6,
    latency_ms_max: 1_500,
  }
  const badges = judge(2, values)
  expect(badges.map(({ metrics }) => metrics)).toEqual([['latency_ms_p95'], ['latency_ms_p99'], ['latency_ms_p99.9']])
  expect(badges[1]?.text).toBe(
    'latency_ms_p99 is 0.3 ms, but a client waited 1,500 ms and sent nothing meanwhile; at an even rate it would be at least 1,420 ms.',
  )
})

test('microseconds of db_bench are judged by their own maximum', () => {
  expect(judge(1, { elapsed_s: 10, 'p99.9': 11, pmax: 500_000 })).toMatchObject([{ metrics: ['p99.9'] }])
  expect(judge(1, { elapsed_s: 10, 'p99.9': 11, latency_ms_max: 500 })).toEqual([])
})

test('without a stall that is long in comparison with the test there is no flag', () => {
  expect(judge(40, { elapsed_s: 300, latency_ms_p99: 0.3, latency_ms_max: 1_500 })).toEqual([])
  expect(judge(2, { latency_ms_p99: 0.3, latency_ms_max: 1_500 })).toEqual([])
  expect(judge(2, { elapsed_s: 4, latency_ms_p99: 0.3 })).toEqual([])
})

test('load that is sent at an even rate is never flagged, however long its stalls are', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 900 }), (clients, stall) => {
      const [count, seconds] = [10_000, 10]
      const gap = (seconds * 1_000) / count
      // Every client sends a request each `gap` ms and waits out a stall at the start of the test.
      const times = Array.from({ length: count }, (_, i) => Math.max(0.1, stall - i * gap)).sort((a, b) => a - b)
      const at = (q: number) => times[Math.ceil(q * count) - 1] ?? 0
      const values = {
        elapsed_s: seconds,
        latency_ms_p99: at(0.99),
        'latency_ms_p99.9': at(0.999),
        latency_ms_max: at(1),
      }
      expect(judge(clients, values)).toEqual([])
    }),
  )
})
