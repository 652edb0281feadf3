import { expect, test } from 'vitest'
import { parseCriterion } from './criterion-output.ts'

const OUTPUT = [
  'Benchmarking sort/unstable/64: Collecting 10 samples in estimated 300.00 ms',
  'sort/unstable/64        time:   [1.1000 µs 1.2000 µs 1.3000 µs]',
  '                        thrpt:  [49.231 Melem/s 53.333 Melem/s 58.182 Melem/s]',
  '                 change: time:   [-2.1% -1.0% +0.3%] (p = 0.12 > 0.05)',
  'a benchmark with a name that is longer than its column',
  '                        time:   [20.000 ms 21.000 ms 22.000 ms]',
  'Found 1 outliers among 10 measurements (10.00%)',
  '',
].join('\n')

test('times are nanoseconds per iteration, and a long name is on the line before its time', () => {
  expect(parseCriterion(OUTPUT, 'f')).toEqual({
    value: [
      { name: 'sort/unstable/64', timeNs: 1200, throughput: { unit: 'elements', perSecond: 53_333_000 }, line: 2 },
      {
        name: 'a benchmark with a name that is longer than its column',
        timeNs: 21_000_000,
        throughput: null,
        line: 6,
      },
    ],
    problems: [],
  })
})
