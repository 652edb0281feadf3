import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PERF_METRICS } from '../companion-files/perf/perf-metrics.ts'
import { KNOWN_METRICS } from '../run/metric.ts'
import { formatAbsolute, formatRatio } from './format-cell.ts'
import { absoluteDigits } from './render/absolute-digits.ts'

const column = (metric: string, ...values: (number | null)[]) => {
  const digits = absoluteDigits(values.map((value) => ({ metric, value })))
  return values.map((value) => formatAbsolute(value, digits(metric)))
}

test('ratios have two decimals, rounded half to even', () => {
  expect([1.005, 0.125, 0.375, 1, 48.5, 0.954999].map(formatRatio)).toEqual([
    '1.00',
    '0.12',
    '0.38',
    '1.00',
    '48.50',
    '0.95',
  ])
})

test('values have the decimals of the published tables', () => {
  expect(column('qps', 72716, 220.5, 38661.5)).toEqual(['72716', '220', '38662'])
  expect(column('cpu/o', 0.00068, 0.0001964)).toEqual(['0.000680', '0.000196'])
  expect(column('as-published:cs/o', 2.397)).toEqual(['2.397'])
})

test('all cells of a column have the same decimals, including unknown metrics', () => {
  expect(column('my/o', 1.5, 0.0123, 200)).toEqual(['1.5000', '0.0123', '200.0000'])
  expect(column('my/o', 1500, 22000)).toEqual(['1500', '22000'])
  expect(column('my/o', 0)).toEqual(['0'])
})

test('a missing value is a dash, and -0 is 0', () => {
  expect(column('qps', null, -0.2)).toEqual(['-', '0'])
  expect(formatRatio(null)).toBe('-')
})

test('a small value in a column of integers is not zero', () => {
  expect(column('qps', 0.4213, 0.5, 1.44, 9.97, 12.4, 3, 0)).toEqual(['0.42', '0.5', '1.4', '10', '12', '3', '0'])
})

test('every known metric declares its decimals', () => {
  const shown = KNOWN_METRICS.map(({ name }) => [name, absoluteDigits([{ metric: name, value: 1e-5 }])(name)])
  // A metric without declared decimals gets six for so small a value. Counters range from billions to millionths.
  const counters = new Set(PERF_METRICS.filter(({ digits }) => digits === undefined).map(({ name }) => name))
  expect(shown.filter(([name, count]) => count === 6 && name !== 'cpu/o' && !counters.has(String(name)))).toEqual([])
})

test('any number is formatted without an exponent and parses within its last digit', () => {
  fc.assert(
    fc.property(fc.double({ min: -1e15, max: 1e15, noNaN: true }), (value) => {
      const text = formatAbsolute(value, 3)
      expect(text).toMatch(/^-?\d+\.\d{3}$/)
      expect(Math.abs(Number(text) - value)).toBeLessThanOrEqual(0.0005 + Math.abs(value) * 1e-15)
    }),
  )
})
