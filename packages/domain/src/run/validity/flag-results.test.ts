import { makeSeries } from '@assay/testing/run/synthetic-series'
import { expect, test } from 'vitest'
import { mean } from '../../stats/mean.ts'
import { UploadDocument } from '../upload-document.ts'
import { connectionsOf } from './connections.ts'
import { declaredWarmup } from './declared-warmup.ts'
import { documentFlags, resultFlags } from './flag-results.ts'
import { excludes, FLAG_CODES } from './flag-severity.ts'
import type { JudgedResult } from './judged-result.ts'
import { sortFlags, VALIDITY_FLAGS } from './validity-flag.ts'

const judged = (
  changes: Partial<Omit<JudgedResult, 'value'>> & { values?: Record<string, number> } = {},
): JudgedResult => {
  const { values = {}, ...rest } = changes
  return {
    benchmark: 'sysbench',
    test: { name: 'scan' },
    clients: 1,
    cores: 8,
    value: (metric) => values[metric],
    samples: [],
    command: null,
    failure: null,
    devices: [],
    ...rest,
  }
}
const texts = (result: JudgedResult) => resultFlags(result).map(({ code, text }) => `${code}: ${text}`)

test('a valid result has no flag', () => {
  expect(
    texts(judged({ values: { qps: 100, elapsed_s: 300, ignored_errors: 0, cpu_st: 1, failed_checks: 0 } })),
  ).toEqual([])
  expect(texts(judged({ cores: null, clients: 1000 }))).toEqual([])
})

test('errors, failed checks, reconnects and steal are shown with their numbers', () => {
  expect(texts(judged({ values: { ignored_errors: 1, failed_checks: 2, reconnects: 400, cpu_st: 1.04 } }))).toEqual([
    'check-failed: 2 consistency checks failed.',
    'ignored-errors: The client ignored 1 error.',
    'reconnected: The client reconnected 400 times.',
    'steal: The hypervisor took 1.0% of the CPU.',
  ])
})

test('a background rate below 95% of its target misses it: 924 of 1000 does, 950 and 997 do not', () => {
  const step = { name: 'qr1000', targetRate: 1000 }
  expect(texts(judged({ test: step, values: { ips: 924 } }))).toEqual([
    'missed-target: Background rate 924/s of 1,000/s (92%).',
  ])
  expect(texts(judged({ test: step, values: { ips: 950 } }))).toEqual([])
  expect(texts(judged({ test: step, values: { ips: 997 } }))).toEqual([])
  expect(texts(judged({ test: step, clients: 2, values: { ips: 997 } }))).toEqual([
    'missed-target: Background rate 997/s of 2,000/s (49%).',
  ])
  expect(texts(judged({ test: step, values: { qps: 1 } })), 'a rate that is not there misses nothing').toEqual([])
})

test('connections are clients times connections per client, compared with cores', () => {
  const insert = { benchmark: 'Insert Benchmark' }
  expect(texts(judged({ clients: 7 }))).toEqual([])
  expect(texts(judged({ clients: 8 }))).toEqual([
    'no-core-left: 8 connections on 8 cores leave none for background work.',
  ])
  expect(texts(judged({ clients: 9 }))).toEqual(['oversubscribed: 9 connections on 8 cores.'])
  expect(texts(judged({ ...insert, clients: 3, test: { name: 'qr100' } }))).toEqual([
    'oversubscribed: 9 connections (3 clients with 3 each) on 8 cores.',
  ])
  expect(texts(judged({ ...insert, clients: 3, test: { name: 'qr100', connectionsPerClient: 1 } }))).toEqual([])
  expect(connectionsOf('Insert Benchmark', { name: 'l.i1' })).toBe(2)
  expect(connectionsOf('Insert Benchmark', { name: 'l.i0' })).toBe(1)
  expect(connectionsOf('Insert Benchmark', { name: 'qp500.L4' })).toBe(3)
  expect(connectionsOf('sysbench', { name: 'qr100' })).toBe(1)
  expect(texts(judged({ benchmark: 'fio', clients: 64 })), 'jobs of fio are not connections').toEqual([])
})

test('less than 30 seconds is too short for a measurement, but not for a load step', () => {
  expect(texts(judged({ values: { elapsed_s: 8.01 } }))).toEqual(['too-short: Measured for 8 seconds only.'])
  expect(texts(judged({ values: { elapsed_s: 29.9 } }))).toEqual(['too-short: Measured for 29 seconds only.'])
  expect(texts(judged({ values: { elapsed_s: 30 } }))).toEqual([])
  expect(texts(judged({ values: { elapsed_s: 8 }, test: { name: 'load', role: 'load' } }))).toEqual([])
  const samples = [{ metric: 'qps', intervalSeconds: 1, values: [1, 1, 1] }]
  expect(texts(judged({ samples }))).toEqual(['too-short: Measured for 3 seconds only.'])
})

test('samples that change level are not steady, unless it is the declared warm-up', () => {
  const values = makeSeries({ kind: 'step', at: 0.2, factor: 1.5 }, { length: 300, noise: 0.01, seed: 1 })
  const samples = [{ metric: 'qps', intervalSeconds: 1, startSeconds: 1, values }]
  const found = texts(judged({ samples, values: { qps: 14_000 } }))
  expect(found).toEqual([
    expect.stringMatching(
      /^not-steady: Not steady: qps 10,0\d\d before and (?:14,9|15,0)\d\d after second 60; steady from there on\.$/,
    ),
  ])
  const command = 'sysbench --threads=1 --warmup-time=60 --time=240 scan run'
  expect(texts(judged({ samples, command, values: { qps: 15_000 } }))).toEqual([])
  expect(texts(judged({ samples, test: { name: 'load', role: 'load' }, values: { qps: 1 } }))).toEqual([])
})

test('a trend is shown with its size', () => {
  const values = makeSeries({ kind: 'trend', drift: -0.3 }, { length: 600, noise: 0.01, seed: 2 })
  const samples = [{ metric: 'tps', intervalSeconds: 1, startSeconds: 1, values }]
  expect(texts(judged({ samples, values: { tps: 1 } }))).toEqual([
    'not-steady: Not steady: tps falls by 29% over 600 seconds.',
  ])
})

test('an average that includes the mean since boot is flagged only for that metric', () => {
  const ofRun = Array.from({ length: 39 }, (_, i) => 49.9 + (i % 3) / 10)
  const samples = [{ metric: 'cs/s', intervalSeconds: 1, values: [10, ...ofRun] }]
  expect(resultFlags(judged({ samples, values: { 'cs/s': 49 } }))).toEqual([
    {
      code: 'since-boot',
      text: 'The average of cs/s includes its first sample, which is the mean since boot.',
      metrics: ['cs/s'],
    },
  ])
  expect(resultFlags(judged({ samples, values: { 'cs/s': 50 } })), 'the average left it out').toEqual([])
  const noisy = [{ metric: 'cs/s', intervalSeconds: 1, values: [10, 50, 30, 70, 60, 40, ...ofRun] }]
  const average = mean(noisy[0]?.values ?? []) ?? 0
  expect(resultFlags(judged({ samples: noisy, values: { 'cs/s': average } })), 'no further off than others').toEqual([])
})

test('an md device that is added to its members flags the storage metrics', () => {
  const [flag] = resultFlags(judged({ devices: ['md2', 'nvme0n1', 'nvme1n1'] }))
  expect(flag).toMatchObject({ code: 'double-counted', metrics: expect.arrayContaining(['r/o', 'wKB/o']) })
  expect(resultFlags(judged({ devices: ['md2'] }))).toEqual([])
  expect(resultFlags(judged({ devices: ['nvme0n1', 'nvme1n1'] }))).toEqual([])
})

test('each result of a document is checked', () => {
  const document = UploadDocument.parse({
    schemaVersion: 1,
    product: 'Example',
    version: '1.0',
    build: {},
    config: { name: 'small' },
    hardware: { name: 'lab', cores: 4 },
    benchmark: { name: 'sysbench' },
    workload: { name: 'cached', params: { device: 'md0, sda' } },
    tests: [{ name: 'load', role: 'load' }],
    metricNames: ['qps', 'ignored_errors', 'elapsed_s'],
    results: [
      { test: 'scan', clients: 8, values: [10, 3, null] },
      { test: 'load', clients: 1, values: [10, null, 2], params: { device: 'sda' } },
    ],
  })
  expect(documentFlags(document).map((badges) => badges.map(({ code }) => code))).toEqual([
    ['ignored-errors', 'oversubscribed', 'double-counted'],
    [],
  ])
})

test('warm-up is read from commands', () => {
  expect(declaredWarmup('sysbench --warmup-time=5 run')).toBe(5)
  expect(declaredWarmup('fio --ramp_time=10s --rw=randread')).toBe(10)
  expect(declaredWarmup('sysbench --time=5 run')).toBe(0)
  expect(declaredWarmup(null)).toBe(0)
})

test('every flag has a description, and only known flags exclude', () => {
  expect(Object.keys(VALIDITY_FLAGS).sort()).toEqual([...FLAG_CODES].sort())
  expect(excludes('not-steady')).toBe(true)
  expect(excludes('no-core-left')).toBe(false)
  expect(excludes('constructor')).toBe(false)
  expect(sortFlags([{ code: 'steal' }, { code: 'invalidated' }])).toEqual([{ code: 'invalidated' }, { code: 'steal' }])
})
