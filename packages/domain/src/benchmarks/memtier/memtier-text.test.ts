import { expect, test } from 'vitest'
import { parseMemtierText } from './memtier-text.ts'

const report = (table: string): string => `4         Threads
50        Connections per thread
10        Seconds


ALL STATS
==========================================================================
${table}

Request Latency Distribution
Type     <= msec         Percent
------------------------------------------------------------------------
SET       0.000         0.01
`

const TABLE = `Type         Ops/sec     Hits/sec   Misses/sec    Avg. Latency     p50 Latency     p99 Latency   p99.9 Latency       KB/sec
--------------------------------------------------------------------------
Sets         7280.11          ---          ---         2.51000         2.49500         4.31900         8.51100       560.61
Gets        72719.89         0.00     72719.89         2.50000         2.48700         4.31900         8.38300      2832.77
Waits           0.00          ---          ---             ---             ---             ---             ---          ---
Totals      80000.00         0.00     72719.89         2.50091         2.48700         4.31900         8.38300      3393.38`

test('the table states rates and percentiles of all operations, SET and GET', () => {
  const { value, problems } = parseMemtierText(report(TABLE), 'f')
  expect(problems).toEqual([])
  expect(value).toMatchObject({ clients: 200, opsPerSecond: 80_000, seconds: 10 })
  expect(value?.latencies).toEqual([
    { operation: 'SET', statistics: { avg: 2.51, p50: 2.495, p99: 4.319, 'p99.9': 8.511 } },
    { operation: 'GET', statistics: { avg: 2.5, p50: 2.487, p99: 4.319, 'p99.9': 8.383 } },
    { operation: null, statistics: { avg: 2.50091, p50: 2.487, p99: 4.319, 'p99.9': 8.383 } },
  ])
})

test('a table of a version before 1.4 has a mean', () => {
  const table = `Type         Ops/sec     Hits/sec   Misses/sec      Latency       KB/sec
-------------------------------------------------------------------------
Sets         7280.11          ---          ---      2.51000       560.61
Totals       7280.11          ---          ---      2.51000       560.61`
  expect(parseMemtierText(report(table), 'f').value?.latencies).toEqual([
    { operation: 'SET', statistics: { avg: 2.51 } },
    { operation: null, statistics: { avg: 2.51 } },
  ])
})

test.each([
  ['a table without totals', (text: string) => text.slice(0, text.indexOf('Totals')), 'cut'],
  ['a row that is cut', (text: string) => text.replace('   8.51100       560.61', ''), 'columns'],
  ['a number in another unit', (text: string) => text.replace('2.48700', '2.487ms'), 'not a number'],
  ['percentiles in another order', (text: string) => text.replace('2.49500', '9.49500'), 'p50'],
  ['no number of threads', (text: string) => text.replace('Threads', 'Processes'), 'Threads'],
])('%s is refused with its line', (_name, change, message) => {
  const { value, problems } = parseMemtierText(change(report(TABLE)), 'f')
  expect(value).toBeNull()
  expect(problems[0]).toMatchObject({ file: 'f', message: expect.stringContaining(message), refusesRun: true })
  expect(problems[0]?.line).toBeGreaterThan(0)
})
