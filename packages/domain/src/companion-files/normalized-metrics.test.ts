import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Iostat } from './iostat/iostat.ts'
import { asPublishedMetrics, normalizedMetrics } from './normalized-metrics.ts'
import type { Vmstat } from './vmstat/vmstat.ts'

const vmstat: Vmstat = {
  columns: ['cs', 'us', 'sy', 'id'],
  samples: { cs: [1000, 3000], us: [10, 30], sy: [5, 15], id: [85, 55] },
  sinceBoot: { cs: 0, us: 0, sy: 0, id: 100 },
  timestamps: null,
  headerPairs: 2,
  gaps: [],
  lastLineCut: false,
}
const iostat: Iostat = {
  cpus: 4,
  kernel: null,
  columns: [],
  devices: { sda: { 'r/s': [50, 150], 'rkB/s': [1024, 3072], 'w/s': [10, 10], 'wkB/s': [512, 512] } },
  cpu: {},
  deviceHeaders: 2,
  gaps: {},
  unreadLines: 0,
  firstReportSinceBoot: false,
  lastLineCut: false,
}
const step = { vmstat, iostat, device: 'sda', operationsPerSecond: 1000, cpus: 4 }

test('rates, and each per operation; MB are KB / 1024; idle and iowait are not CPU use', () => {
  expect(normalizedMetrics(step)).toEqual({
    'r/s': 100,
    'rMB/s': 2,
    'w/s': 10,
    'wMB/s': 0.5,
    'r/o': 0.1,
    'rKB/o': 2.048,
    'wKB/o': 0.512,
    'cs/s': 2000,
    'cpu/s': 30,
    'cs/o': 2,
    'cpu/o': 0.03,
    'cpu_us/o': 1200, // 30% of 4 CPUs are 1.2 s of CPU per second, for 1000 operations.
    cpu_us: 20,
    cpu_sy: 10,
    cpu_id: 70,
  })
})

test('as published: two samples, the since-boot line and one header make four, and sb.met rounds', () => {
  expect(asPublishedMetrics({ ...step, operationsPerSecond: 3000 })).toEqual({
    'as-published:r/s': 100,
    'as-published:rMB/s': 2,
    'as-published:w/s': 10,
    'as-published:wMB/s': 0.5,
    'as-published:r/o': 0.033,
    'as-published:rKB/o': 0.683,
    'as-published:wKB/o': 0.171,
    'as-published:cs/s': 1000,
    'as-published:cpu/s': 15,
    'as-published:cs/o': 0.333,
    'as-published:cpu/o': 0.005,
  })
})

test('unknown values are absent, never 0', () => {
  expect(
    Object.keys(normalizedMetrics({ ...step, operationsPerSecond: 0 })).filter((name) => name.endsWith('/o')),
  ).toEqual([])
  expect(normalizedMetrics({ ...step, cpus: null })).not.toHaveProperty('cpu_us/o')
  expect(normalizedMetrics({ ...step, vmstat: null, device: null })).toEqual({})
  expect(asPublishedMetrics({ ...step, vmstat: null, iostat: null })).toEqual({})
})

test('a value per operation times operations per second is the rate', () => {
  const rate = fc.double({ min: 1e-3, max: 1e7, noNaN: true })
  const seconds = fc.array(fc.tuple(fc.nat(1e6), fc.nat(60), fc.nat(40)), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(rate, seconds, fc.integer({ min: 1, max: 256 }), (operationsPerSecond, all, cpus) => {
      const samples = {
        cs: all.map(([cs]) => cs),
        us: all.map(([, us]) => us),
        sy: all.map(([, , sy]) => sy),
        id: all.map(([, us, sy]) => 100 - us - sy),
      }
      const values = normalizedMetrics({ ...step, vmstat: { ...vmstat, samples }, operationsPerSecond, cpus })
      const back = (name: string) => (values[name] ?? Number.NaN) * operationsPerSecond
      const close = (a: number, b: number | undefined) => expect(a / (b || 1)).toBeCloseTo(b === 0 ? 0 : 1, 9)
      for (const name of ['cs', 'cpu', 'r']) close(back(`${name}/o`), values[`${name}/s`])
      for (const direction of ['r', 'w']) close(back(`${direction}KB/o`), (values[`${direction}MB/s`] ?? 0) * 1024)
      // A CPU that is busy for a whole second is busy for a million microseconds.
      close(back('cpu_us/o'), ((values['cpu/s'] ?? 0) / 100) * cpus * 1e6)
    }),
  )
})
