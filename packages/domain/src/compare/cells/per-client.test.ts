import { resultsOf, together } from '@assay/testing/compare/results-of'
import { expect, test } from 'vitest'
import { compare } from '../compare.ts'
import { type Comparison, DEFAULT_COMPARISON } from '../comparison.ts'
import { PER_CLIENT_NOTE } from './per-client.ts'

const at = (clients: string, table: string, metric?: string) =>
  resultsOf(table, { coordinates: { clients }, ...(metric === undefined ? {} : { metric }) })

const scaleUp: Comparison = {
  ...DEFAULT_COMPARISON,
  columns: ['clients'],
  base: { kind: 'values', values: { clients: '1' } },
}

function ratios(set: ReturnType<typeof at>, comparison = scaleUp) {
  const rows = compare(set, comparison).tables[0]?.groups.flatMap((group) => group.rows) ?? []
  return Object.fromEntries(rows.map(({ label, cells }) => [label, cells.map(({ ratio }) => ratio)]))
}

test('scan is reported per client, so its ratio between numbers of clients compares totals', () => {
  const set = together(
    at('1', 'test | 18.0\nscan_range=100 | 100\npoint-query | 100'),
    at('48', 'test | 18.0\nscan_range=100 | 97\npoint-query | 4000'),
  )
  expect(ratios(set)).toEqual({ 'scan_range=100': [1, 46.56], 'point-query': [1, 40] })
  const cells = compare(set, scaleUp).tables[0]?.groups[0]?.rows.flatMap((row) => row.cells)
  expect(cells?.map(({ footnotes }) => footnotes.includes(PER_CLIENT_NOTE))).toEqual([false, true, false, false])
})

test('costs per operation of a scan are compared per operation of the total', () => {
  const scan = (clients: string, qps: string, switches: string) => {
    const row = 'test | 18.0\nscan.warm_range=100 | '
    const [throughput, costs] = [at(clients, row + qps), at(clients, row + switches, 'cs/o')]
    const points = throughput.points.map((point, i) => ({
      ...point,
      values: { ...point.values, ...costs.points[i]?.values },
    }))
    return { ...throughput, points }
  }
  const set = together(scan('1', '100', '0.5'), scan('48', '97', '48'))
  expect(ratios(set, { ...scaleUp, metrics: ['cs/o'] })).toEqual({ 'scan.warm_range=100': [1, 2] })
  // Without a throughput metric the unit of an operation is unknown, so the ratio is not corrected.
  const alone = together(at('1', 'test | 18.0\nscan | 0.5', 'cs/o'), at('48', 'test | 18.0\nscan | 48', 'cs/o'))
  expect(ratios(alone, { ...scaleUp, metrics: ['cs/o'] })).toEqual({ scan: [1, 96] })
})

test('a scan whose rate grows with the clients is already a total', () => {
  const set = together(at('1', 'test | 5.6.51\nscan | 6700'), at('40', 'test | 5.6.51\nscan | 235000'))
  expect(ratios(set)).toEqual({ scan: [1, 235000 / 6700] })
  const down = { ...scaleUp, base: { kind: 'values', values: { clients: '40' } } } as const
  expect(ratios(set, down)).toEqual({ scan: [6700 / 235000, 1] })
})

test('ratios at the same number of clients, and of other benchmarks, are not corrected', () => {
  const set = at('48', 'test | 17.6 | 18.0\nscan | 100 | 97')
  expect(ratios(set, DEFAULT_COMPARISON)).toEqual({ scan: [1, 0.97] })
  const other = (clients: string) =>
    resultsOf('test | 1.0\nscan | 100', { coordinates: { clients, benchmark: 'another' } })
  expect(ratios(together(other('1'), other('48')))).toEqual({ scan: [1, 1] })
})
