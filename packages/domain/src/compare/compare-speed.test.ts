import { expect, test } from 'vitest'
import { compare } from './compare.ts'
import { DEFAULT_COMPARISON } from './comparison.ts'
import { resultsOf } from './testing/results-of.ts'

/** `rows` tests by `columns` versions, two repeats of each. */
function table(rows: number, columns: number) {
  const versions = Array.from({ length: columns * 2 }, (_, i) => `${1 + Math.floor(i / 2)}.0`)
  const lines = Array.from({ length: rows }, (_, row) =>
    [`test${row}`, ...versions.map((_, i) => 100 + ((row * 7 + i) % 50))].join('|'),
  )
  return resultsOf([['test', ...versions].join('|'), ...lines].join('\n'))
}

/** The fastest of several times is the least disturbed by whatever else the machine does. */
function fastestMs(times: number, work: () => unknown): number {
  const elapsed = Array.from({ length: times }, () => {
    const start = performance.now()
    work()
    return performance.now() - start
  })
  return Math.min(...elapsed)
}

test('40 x 15 cells take less than 10 ms, and ten times the results not a hundred times as long', {
  timeout: 30_000,
}, () => {
  const [small, large] = [table(40, 15), table(400, 15)]
  const smallMs = fastestMs(30, () => compare(small, DEFAULT_COMPARISON))
  const largeMs = fastestMs(5, () => compare(large, DEFAULT_COMPARISON))
  expect(smallMs).toBeLessThan(10)
  // Linear is 10; a quadratic step would be 100. The room between is for a busy machine.
  expect(largeMs / smallMs).toBeLessThan(50)
})
