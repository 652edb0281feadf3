import { expect, test } from 'vitest'
import { parseSysbenchMetrics } from './sysbench-metrics.ts'

const TEXT = `iostat, vmstat normalized by operation rate
samp\tr/s\trMB/s\tw/s\twMB/s\tr/o\trKB/o\twKB/o\to/s
10\t0.1\t0.0\t14.6\t0.1\t0.000\t0.000\t0.000\t1234.50

samp\tcs/s\tcpu/s\tcs/o\tcpu/o
12\t2445\t81.2\t2.391\t0.000079
`

test('two tables of as-published values, with their samples and the rate', () => {
  expect(parseSysbenchMetrics(TEXT, 'sb.met')).toEqual({
    value: {
      iostatSamples: 10,
      vmstatSamples: 12,
      operationsPerSecond: 1234.5,
      values: {
        'as-published:r/s': 0.1,
        'as-published:rMB/s': 0,
        'as-published:w/s': 14.6,
        'as-published:wMB/s': 0.1,
        'as-published:r/o': 0,
        'as-published:rKB/o': 0,
        'as-published:wKB/o': 0,
        'as-published:cs/s': 2445,
        'as-published:cpu/s': 81.2,
        'as-published:cs/o': 2.391,
        'as-published:cpu/o': 0.000079,
      },
    },
    problems: [],
  })
})

test('a value that is no number is left out and told; the others stay', () => {
  const { value, problems } = parseSysbenchMetrics(TEXT.replace('2.391', 'inf'), 'sb.met')
  expect(problems).toEqual([{ file: 'sb.met', line: 6, message: '`inf` in column cs/o is no number' }])
  expect(value?.values).not.toHaveProperty('as-published:cs/o')
  expect(value?.values['as-published:cpu/o']).toBe(0.000079)
})

test('a cut file keeps the table that is whole', () => {
  const { value, problems } = parseSysbenchMetrics(TEXT.slice(0, TEXT.indexOf('12\t')), 'sb.met')
  expect(value).toMatchObject({ iostatSamples: 10, vmstatSamples: null })
  expect(problems).toMatchObject([{ line: 6 }])
})

test.each(['', 'something else\n'])('%j has no value and says why', (text) => {
  const { value, problems } = parseSysbenchMetrics(text, 'sb.met')
  expect(value).toBeNull()
  expect(problems.length).toBeGreaterThan(0)
})
