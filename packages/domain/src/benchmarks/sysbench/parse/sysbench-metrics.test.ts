import { expect, test } from 'vitest'
import { parseSysbenchMetrics } from './sysbench-metrics.ts'

const TEXT = `iostat, vmstat normalized by operation rate
samp\tr/s\trMB/s\tw/s\twMB/s\tr/o\trKB/o\twKB/o\to/s
10\t0.1\t0.0\t14.6\t0.1\t0.000\t0.000\t0.000\t1234.50

samp\tcs/s\tcpu/s\tcs/o\tcpu/o
12\t2445\t81.2\t1.981\t0.065776
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
        'as-published:cs/o': 1.981,
        'as-published:cpu/o': 0.065776,
      },
    },
    problems: [],
  })
})

test('an invalid number refuses the run', () => {
  const { value, problems } = parseSysbenchMetrics(TEXT.replace('1.981', 'inf'), 'sb.met')
  expect(value).toBeNull()
  expect(problems).toMatchObject([{ file: 'sb.met', line: 6, refusesRun: true }])
  expect(problems[0]?.message).toContain('cs/o is inf, which is not a number')
})

test('a truncated file refuses the run', () => {
  const { value, problems } = parseSysbenchMetrics(TEXT.slice(0, TEXT.indexOf('12\t')), 'sb.met')
  expect(value).toBeNull()
  expect(problems).toMatchObject([{ line: 6, refusesRun: true }])
})

test.each(['', 'something else\n'])('%j has no value and a problem with the reason', (text) => {
  const { value, problems } = parseSysbenchMetrics(text, 'sb.met')
  expect(value).toBeNull()
  expect(problems.length).toBeGreaterThan(0)
})
