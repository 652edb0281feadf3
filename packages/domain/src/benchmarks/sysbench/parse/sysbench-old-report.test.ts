import { describe, expect, test } from 'vitest'
import { parseSysbenchOutput } from './sysbench-output.ts'

// No registry offers sysbench 0.4 and 0.5, so their reports are generated from the grammar of their output.

const HEAD = (version: string) => `sysbench ${version}:  multi-threaded system evaluation benchmark

Running the test with following options:
Number of threads: 8


Threads started!

`
const COUNTS = `OLTP test statistics:
    queries performed:
        read:                            140000
        write:                           40000
        other:                           20000
        total:                           200000
    transactions:                        10000  (1000.00 per sec.)
    deadlocks:                           2      (0.20 per sec.)
    read/write requests:                 180000 (18000.00 per sec.)
    other operations:                    20000  (2000.00 per sec.)

`
const FAIRNESS = `
Threads fairness:
    events (avg/stddev):           1250.0000/12.00
    execution time (avg/stddev):   9.9950/0.00
`
const NEW = `${HEAD('0.5')}[   2s] threads: 8, tps: 990.50, reads: 13867.00, writes: 3962.00, response time: 9512.07us (95%), errors: 0.00, reconnects:  0.00
${COUNTS}General statistics:
    total time:                          10.0000s
    total number of events:              10000
    total time taken by event execution: 79.9600s
    response time:
         min:                                  2.98ms
         avg:                                  8.00ms
         max:                                 48.51ms
         approx.  95 percentile:               9.60ms
${FAIRNESS}`
const OLD = `${HEAD('0.4.12')}${COUNTS}Test execution summary:
    total time:                          10.0000s
    total number of events:              10000
    total time taken by event execution: 79.9600
    per-request statistics:
         min:                                  2.98ms
         avg:                                  8.00ms
         max:                                 48.51ms
         approx.  95 percentile:               9.60ms
${FAIRNESS}`

describe.each([
  ['0.5', NEW],
  ['0.4.12', OLD],
])('a report of sysbench %s', (version, text) => {
  test('has the figures of one of 1.0', () => {
    const { value, problems } = parseSysbenchOutput(text, 'a.log')
    expect(problems).toEqual([])
    expect(value).toMatchObject({
      version,
      threads: 8,
      transactions: { count: 10_000, perSecond: 1_000 },
      queries: { count: 200_000, perSecond: 20_000 },
      latency: { minMs: 2.98, avgMs: 8, maxMs: 48.51, percentile: 95, percentileMs: 9.6, sumMs: 79_960 },
      unreadIntervals: 0,
    })
  })

  test.each([
    ['another unit', (text: string) => text.replace('8.00ms', '8.00us')],
    ['a count of another run', (text: string) => text.replace('180000 (18000.00', '90000 (9000.00')],
    ['a cut', (text: string) => text.slice(0, text.indexOf('Threads fairness'))],
  ])('with %s is refused with its file', (_name, mutate) => {
    const { value, problems } = parseSysbenchOutput(mutate(text), 'a.log')
    expect(value).toBeNull()
    expect(problems[0]).toMatchObject({ file: 'a.log', line: expect.any(Number), refusesRun: true })
  })
})

test('samples in microseconds are milliseconds, and transactions outside of BEGIN are none', () => {
  const { value } = parseSysbenchOutput(NEW, 'a.log')
  expect(value?.intervals?.columns).toMatchObject({ tps: [990.5], latencyMs: [9.51207] })
  const without = NEW.replace('10000  (1000.00 per sec.)', '0      (0.00 per sec.)')
  expect(parseSysbenchOutput(without, 'a.log')).toMatchObject({ problems: [], value: { transactions: null } })
})
