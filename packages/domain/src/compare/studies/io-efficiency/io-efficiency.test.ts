import { expect, test } from 'vitest'
import { KNOWN_METRICS } from '../../../run/metric.ts'
import { compare } from '../../compare.ts'
import { DEFAULT_COMPARISON } from '../../comparison.ts'
import type { Point, PointSet } from '../../point.ts'
import { sentenceText } from '../../tldr/tldr.ts'
import {
  benchmarksAndWorkloads,
  FIO_READS,
  fioReads,
  ioComparison,
  ioEfficiencyOf,
  workloadReads,
} from './io-efficiency.ts'
import { efficiencyOfTests } from './io-efficiency-chart.ts'
import { ioSentence, ioTldr } from './io-efficiency-sentence.ts'

const point = (test: string, coordinates: Point['coordinates'], values: Point['values']): Point => ({
  runId: `${coordinates.product} ${coordinates.clients}`,
  resultId: `${test} ${Object.values(coordinates).join(' ')}`,
  coordinates: { hardware: 'box1', version: '1', config: 'c', workload: 'w', clients: '1', test, ...coordinates },
  values,
})
const fio = (clients: string, values: Point['values'], hardware = 'box1') =>
  point(
    'randread 8k',
    { product: 'fio', benchmark: 'fio', workload: 'f', clients, hardware, 'param:rw': 'randread' },
    values,
  )
const db = (test: string, clients: string, values: Point['values'], more: Point['coordinates'] = {}) =>
  point(test, { product: 'X', benchmark: 'bench', clients, 'param:direct': '1', ...more }, values)

const set = (points: Point[]): PointSet => ({
  points,
  tests: [...new Set(points.map(({ coordinates }) => coordinates.test ?? ''))].map((name, order) => ({
    name,
    group: null,
    order,
    role: 'measured' as const,
    primaryMetric: 'r/s',
  })),
  metrics: KNOWN_METRICS,
})
const requested = {
  ...DEFAULT_COMPARISON,
  filters: { benchmark: ['bench'] },
  columns: ['product' as const, 'param:direct' as const],
}
const study = (points: Point[]) => {
  const comparison = ioComparison(requested, 'randread 8k')
  return ioEfficiencyOf(compare(set(points), comparison), comparison)
}

test('a row has reads/s vs fio at as many clients on the same machine, CPU beyond that of fio, and the model', () => {
  const { subjects, leftOut } = study([
    fio('1', { 'r/s': 10_000, usPer: 1, syPer: 9, cpuPer: 10, usec_op: 100 }),
    fio('4', { 'r/s': 40_000 }),
    db('point', '1', { 'r/s': 8_000, usPer: 12, syPer: 8, cpuPer: 20 }),
    db('point', '4', { 'r/s': 30_000 }),
    db('nothing read', '1', { qps: 5 }),
  ])
  expect(leftOut).toEqual([])
  expect(
    subjects.map(({ clients, tests }) => [clients, tests.map(({ test: name, efficiency }) => [name, efficiency])]),
  ).toEqual([
    [1, [['point', 0.8]]],
    [4, [['point', 0.75]]],
  ])
  expect(subjects[0]?.tests[0]).toMatchObject({
    userIncrease: 11,
    cpuIncrease: 10,
    model: { parts: { userland: 10, libcKernel: 10, device: 90 }, sumUs: 110, predicted: 1e6 / 110 },
  })
  expect(subjects[1]?.tests[0]).toMatchObject({ cpuIncrease: null, model: null })
})

test('CPU per read is computed from CPU and reads per operation', () => {
  const { subjects } = study([
    fio('1', { 'r/s': 1_000, cpuPer: 10, usec_op: 100 }),
    db('point', '1', { 'r/s': 800, 'cpu_us/o': 60, 'r/o': 2, cpu_us: 20, cpu_sy: 10 }),
  ])
  expect(subjects[0]?.tests[0]?.cpu).toEqual({ user: 20, total: 30 })
})

test('results without a run of fio on their machine at their clients are listed as left out', () => {
  const { subjects, leftOut } = study([
    fio('1', { 'r/s': 1_000 }),
    db('point', '2', { 'r/s': 800 }),
    db('point', '1', { 'r/s': 900 }, { hardware: 'box2' }),
  ])
  expect(subjects).toEqual([])
  expect(leftOut).toHaveLength(2)
})

test('runs of fio, and the benchmarks to compare with them, are found', () => {
  const points = set([
    fio('1', { 'r/s': 1_000 }),
    point('read 1m', { product: 'fio', benchmark: 'fio' }, { 'r/s': 50 }),
    point('fsync=1_16K', { product: 'fio', benchmark: 'fio' }, { 'w/s': 50 }),
    db('point', '1', { 'r/s': 800 }),
    db('point', '1', { qps: 1 }, { workload: 'cached' }),
  ])
  expect(fioReads(compare(points, FIO_READS))).toEqual([
    { test: 'randread 8k', hardware: ['box1'] },
    { test: 'read 1m', hardware: ['box1'] },
  ])
  expect(benchmarksAndWorkloads(compare(points, workloadReads({ ...requested, filters: {} }, ['box1'])))).toEqual({
    benchmarks: ['bench'],
    workloads: ['w'],
  })
})

test('labels omit values that all results share, and sentences name the least and the most', () => {
  const values = { usPer: 1, syPer: 9, cpuPer: 10, usec_op: 100 }
  const found = study([
    fio('1', { ...values, 'r/s': 10_000 }),
    fio('4', { 'r/s': 40_000 }),
    db('a', '1', { 'r/s': 8_000, cpuPer: 20 }),
    db('b', '1', { 'r/s': 9_000, cpuPer: 15 }),
    db('a', '1', { 'r/s': 7_000 }, { 'param:direct': '0' }),
    db('a', '4', { 'r/s': 30_000 }),
  ])
  expect(
    found.subjects.map(({ label, tests }) => [label, ...tests.map(({ test: name, of }) => `${name} ${of}`)]),
  ).toEqual([
    ['1 client', 'a direct=0', 'a direct=1', 'b direct=1'],
    ['4 clients', 'a direct=1'],
  ])
  expect(ioSentence(found)).toBe('0.70 to 0.90 of the reads of fio at 1 client, 0.75 at 4 clients.')
  const { sentences } = ioTldr(found)
  expect(sentences.map(sentenceText)).toEqual([
    'At 1 client with direct=0 IO efficiency is 0.700 (a).',
    'At 4 clients with direct=1 IO efficiency is 0.750 (a).',
    'At 1 client with direct=1 IO efficiency is 0.800 (a) to 0.900 (b), and a read costs 5.000 (b) to 10.000 (a) µs of CPU more than by fio.',
  ])
  expect(sentences[0]?.parts[1]).toEqual({ number: '0.700', cell: { table: 0, row: 0, column: 0 } })
})

test('the figure has the tests of all machines, the one with the lowest efficiency first', () => {
  const { subjects } = study([
    fio('1', { 'r/s': 10_000 }),
    fio('4', { 'r/s': 40_000 }),
    db('point', '1', { 'r/s': 8_000 }),
    db('point', '4', { 'r/s': 30_000 }),
  ])
  const figure = efficiencyOfTests(subjects)
  expect(figure?.series[0]?.points.map(({ y }) => y)).toEqual([0.75, 0.8])
  expect(figure?.summary).toMatch(/^From 0\.75 \(point, .*\) to 0\.80 \(point, .*\)\.$/)
  expect(efficiencyOfTests([])).toBeNull()
})
