import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compare } from '../../compare.ts'
import { type Comparison, DEFAULT_COMPARISON } from '../../comparison.ts'
import type { Point, PointSet, TestInfo } from '../../point.ts'
import { bucketsOf, onlySubject, type ScaleUpTest, scaleUpComparison, scaleUpOf } from './scale-up.ts'

type Measured = Record<string, Record<number, number>>

/** Throughput of each test by clients, for each server. */
function results(servers: Record<string, Measured>): PointSet {
  const names = [...new Set(Object.values(servers).flatMap(Object.keys))]
  const tests = names.map((name, order): TestInfo => {
    return { name, group: null, order, role: 'measured', primaryMetric: 'qps' }
  })
  const points = Object.entries(servers).flatMap(([version, measured]) =>
    Object.entries(measured).flatMap(([name, byClients]) =>
      Object.entries(byClients).map(([clients, qps]): Point => {
        const coordinates = { version, test: name, clients, benchmark: 'sysbench' }
        return {
          runId: `${version} ${clients}`,
          resultId: `${version} ${clients} ${name}`,
          coordinates,
          values: { qps },
        }
      }),
    ),
  )
  return { points, tests, metrics: [] }
}

const requested: Comparison = { ...DEFAULT_COMPARISON, columns: ['clients'], tables: ['version'] }
const scaleUp = (set: PointSet, changes: Partial<Comparison> = {}) =>
  scaleUpOf(compare(set, scaleUpComparison({ ...requested, ...changes })))

test('throughput is divided by that at 1 client, and efficiency by the number of clients', () => {
  const [subject] = scaleUp(results({ '18.0': { reads: { 1: 100, 8: 600, 48: 2400 } } })).subjects
  expect(subject).toMatchObject({ label: '18.0', clients: [1, 8, 48], baseClients: 1, mostClients: 48 })
  expect(subject?.tests[0]?.points.map(({ scaleUp: times, efficiency }) => [times, efficiency])).toEqual([
    [1, 1],
    [6, 0.75],
    [24, 0.5],
  ])
  expect(subject?.tests[0]?.knee).toEqual({ clients: 48, isLast: true })
})

test('the comparison may name another base than 1 client', () => {
  const set = results({ '18.0': { reads: { 4: 100, 8: 150, 40: 500 } } })
  expect(scaleUp(set)).toEqual({ subjects: [], leftOut: ['18.0'] })
  const [subject] = scaleUp(set, { base: { kind: 'values', values: { clients: '4' } } }).subjects
  expect(subject?.tests[0]?.atMost).toMatchObject({ clients: 40, scaleUp: 5, efficiency: 0.5 })
})

test('subjects with one number of clients are named and not shown', () => {
  const set = results({ '17.6': { reads: { 1: 1 } }, '18.0': { reads: { 1: 1, 2: 2 } } })
  const { subjects, leftOut } = scaleUp(set)
  expect(subjects.map(({ label }) => label)).toEqual(['18.0'])
  expect(leftOut).toEqual(['17.6'])
})

test('each of several subjects has a URL', () => {
  const set = results({ '17.6': { reads: { 1: 1, 2: 2 } }, '18.0': { reads: { 1: 1, 2: 2 } } })
  const [, second] = scaleUp(set).subjects
  const only = onlySubject(scaleUpComparison(requested), second ?? { values: [] })
  expect(only.filters).toEqual({ version: ['18.0'] })
  expect(scaleUpOf(compare(set, only)).subjects.map(({ label }) => label)).toEqual(['18.0'])
})

test('a test without a result at the most clients is in no bucket but has a curve', () => {
  const [subject] = scaleUp(results({ '18.0': { reads: { 1: 1, 4: 4, 48: 45 }, writes: { 1: 1, 4: 3 } } })).subjects
  expect(subject?.tests.map(({ name, atMost }) => [name, atMost?.scaleUp])).toEqual([
    ['reads', 45],
    ['writes', undefined],
  ])
  expect(subject?.buckets.flatMap(({ tests }) => tests.map(({ name }) => name))).toEqual(['reads'])
})

test('buckets at 48 clients are as in the posts', () => {
  const withScaleUp = (times: number): ScaleUpTest => {
    const atMost = { clients: 48, scaleUp: times, efficiency: times / 48, cell: {} as never } // Buckets do not read cells.
    return { name: String(times), group: null, points: [atMost], atMost, knee: null, reasons: [] }
  }
  const times = [9.994, 40.004, 40.01, 30, 29.99, 46.56, 20, 10, 19.9, 2.86]
  const buckets = bucketsOf(times.map(withScaleUp), 48)
  expect(buckets.map(({ from, to, tests }) => [from, to, tests.map(({ name }) => name)])).toEqual([
    [40, null, ['46.56', '40.01']],
    [30, 40, ['40.004', '30']],
    [20, 30, ['29.99', '20']],
    [10, 20, ['19.9', '10']],
    [null, 10, ['9.994', '2.86']],
  ])
})

test('the scale-up of linear data is the number of clients', () => {
  const shape = fc.record({
    rate: fc.double({ min: 0.01, max: 1e6, noNaN: true }),
    clients: fc.uniqueArray(fc.integer({ min: 2, max: 500 }), { minLength: 1, maxLength: 6 }),
    name: fc.constantFrom('reads', 'scan', 'writes'),
  })
  fc.assert(
    fc.property(shape, ({ rate, clients, name }) => {
      // A scan is reported per client, so perfect scaling means a constant rate.
      const total = (n: number) => (name === 'scan' ? rate : rate * n)
      const byClients = Object.fromEntries([1, ...clients].map((n) => [n, total(n)]))
      const measured = scaleUp(results({ '18.0': { [name]: byClients } })).subjects[0]?.tests[0]
      expect(measured?.points).toHaveLength(clients.length + 1)
      for (const point of measured?.points ?? []) {
        expect(point.scaleUp / point.clients).toBeCloseTo(1, 9)
        expect(point.efficiency).toBeCloseTo(1, 9)
      }
    }),
  )
})

test('scaling every result by a constant changes no scale-up', () => {
  const values = fc.dictionary(fc.constantFrom('1', '2', '8', '48'), fc.double({ min: 1, max: 1e6, noNaN: true }))
  const times = fc.double({ min: 0.001, max: 1000, noNaN: true })
  fc.assert(
    fc.property(values, times, (measured, factor) => {
      const all = { ...measured, '1': measured['1'] ?? 7 }
      const scaled = Object.fromEntries(Object.entries(all).map(([clients, value]) => [clients, value * factor]))
      const scaleUps = (byClients: Record<string, number>) =>
        scaleUp(results({ '18.0': { reads: byClients } })).subjects[0]?.tests[0]?.points.map(
          (point) => point.scaleUp,
        ) ?? []
      const [before, after] = [scaleUps(all), scaleUps(scaled)]
      expect(after).toHaveLength(before.length)
      for (const [i, value] of before.entries()) expect((after[i] ?? 0) / value).toBeCloseTo(1, 9)
    }),
  )
})
