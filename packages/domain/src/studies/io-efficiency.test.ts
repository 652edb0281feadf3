import { expect, test } from 'vitest'
import { compare } from '../compare/compare.ts'
import { DEFAULT_COMPARISON } from '../compare/comparison.ts'
import type { Point, PointSet } from '../compare/point.ts'
import { KNOWN_METRICS } from '../run/metric.ts'
import { FIO_READS, fioReads, ioComparison, ioEfficiencyOf, placesOf, workloadReads } from './io-efficiency.ts'

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
const asked = {
  ...DEFAULT_COMPARISON,
  filters: { benchmark: ['bench'] },
  columns: ['product' as const, 'param:direct' as const],
}
const study = (points: Point[]) => {
  const comparison = ioComparison(asked, 'randread 8k')
  return ioEfficiencyOf(compare(set(points), comparison), comparison.tables.indexOf('clients'))
}

test('reads/s beside fio with as many clients on the same machine, CPU beyond that of fio, and the model', () => {
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

test('CPU per read of a database that says only CPU and reads per operation', () => {
  const { subjects } = study([
    fio('1', { 'r/s': 1_000, cpuPer: 10, usec_op: 100 }),
    db('point', '1', { 'r/s': 800, 'cpu_us/o': 60, 'r/o': 2, cpu_us: 20, cpu_sy: 10 }),
  ])
  expect(subjects[0]?.tests[0]?.cpu).toEqual({ user: 20, total: 30 })
})

test('what has no run of fio on its machine with its clients is left out by name', () => {
  const { subjects, leftOut } = study([
    fio('1', { 'r/s': 1_000 }),
    db('point', '2', { 'r/s': 800 }),
    db('point', '1', { 'r/s': 900 }, { hardware: 'box2' }),
  ])
  expect(subjects).toEqual([])
  expect(leftOut).toHaveLength(2)
})

test('the runs of fio and what can stand beside them are found', () => {
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
  expect(placesOf(compare(points, workloadReads({ ...asked, filters: {} }, ['box1'])))).toEqual({
    benchmarks: ['bench'],
    workloads: ['w'],
  })
})
