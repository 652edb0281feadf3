import { ascending, count, readsBack } from '@assay/testing/benchmarks/generated-output'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSysbenchOutput } from './sysbench-output.ts'

// Output of sysbench 1.0 and 1.1 (FORMATS 1).

const sysbench = fc
  .record({
    version: fc.constantFrom('1.0.20', '1.0.11', '1.1.0-3ceba0b', '1.1.0'),
    threads: count(512, 1),
    ten: count(6000, 100),
    reads: count(1_000_000, 1),
    writes: count(100_000),
    others: count(100_000),
    transactions: count(90_000, 50),
    errors: count(99),
    reconnects: count(99),
    latencies: ascending(4, 900, 2),
    percentile: fc.constantFrom(50, 75, 90, 95, 99),
    intervals: count(5),
  })
  .map((all) => ({ ...all, seconds: all.ten / 10 }))
type Sysbench = typeof sysbench extends fc.Arbitrary<infer T> ? T : never

const rate = (events: number, seconds: number) => (events / seconds).toFixed(2)

function printSysbench(run: Sysbench): string {
  const { version, threads, seconds, reads, writes, others, transactions, errors, reconnects, percentile } = run
  const [min = 0, avg = 0, tail = 0, max = 0] = run.latencies
  const total = reads + writes + others
  const isOld = version.startsWith('1.0')
  const line = (label: string, events: number) =>
    `    ${label}${' '.repeat(Math.max(1, 37 - label.length))}${events}${isOld ? '   ' : ' '}(${rate(events, seconds)} per sec.)`
  return [
    `sysbench ${version} (using system LuaJIT 2.1.0-beta3)`,
    '',
    'Running the test with following options:',
    `Number of threads: ${threads}`,
    ...(run.intervals > 0 ? ['Report intermediate results every 10 second(s)'] : []),
    'Initializing random number generator from current time',
    '',
    'Threads started!',
    '',
    ...Array.from(
      { length: run.intervals },
      (_, i) =>
        `[ ${(i + 1) * 10}s ] thds: ${threads} tps: ${rate(transactions, seconds)} qps: ${rate(total, seconds)} (r/w/o: ${rate(reads, seconds)}/${rate(writes, seconds)}/${rate(others, seconds)}) lat (ms,${percentile}%): ${tail.toFixed(2)} err/s: 0.00 reconn/s: 0.00`,
    ),
    'SQL statistics:',
    '    queries performed:',
    `        read:                            ${reads}`,
    `        write:                           ${writes}`,
    `        other:                           ${others}`,
    `        total:                           ${total}`,
    line('transactions:', transactions),
    line('queries:', total),
    line('ignored errors:', errors),
    line('reconnects:', reconnects),
    '',
    ...(isOld
      ? [
          'General statistics:',
          `    total time:                          ${seconds.toFixed(4)}s`,
          `    total number of events:              ${transactions}`,
        ]
      : [
          'Throughput:',
          `    events/s (eps):                      ${(transactions / seconds).toFixed(4)}`,
          `    time elapsed:                        ${seconds.toFixed(4)}s`,
          `    total number of events:              ${transactions}`,
        ]),
    '',
    'Latency (ms):',
    `         min:                                ${min.toFixed(2)}`,
    `         avg:                                ${avg.toFixed(2)}`,
    `         max:                                ${max.toFixed(2)}`,
    `        ${String(percentile).padStart(3)}th percentile:                    ${tail.toFixed(2)}`,
    `         sum:                                ${(avg * transactions).toFixed(2)}`,
    '',
    'Threads fairness:',
    `    events (avg/stddev):           ${(transactions / threads).toFixed(4)}/0.00`,
    `    execution time (avg/stddev):   ${seconds.toFixed(4)}/0.00`,
    '',
    '',
  ].join('\n')
}

test('sysbench 1.0 and 1.1: every count, rate, latency and interval', () => {
  readsBack(sysbench, {
    print: printSysbench,
    parse: (text) => parseSysbenchOutput(text, 'f'),
    expected: ({ version, threads, seconds, reads, writes, others, transactions, errors, reconnects, ...run }) => ({
      version,
      threads,
      elapsedSeconds: seconds,
      events: transactions,
      queriesPerformed: { read: reads, write: writes, other: others, total: reads + writes + others },
      transactions: { count: transactions, perSecond: Number(rate(transactions, seconds)) },
      queries: { count: reads + writes + others },
      ignoredErrors: { count: errors },
      reconnects: { count: reconnects },
      latency: { minMs: run.latencies[0], maxMs: run.latencies[3], percentile: run.percentile },
      ...(run.intervals === 0
        ? { intervals: null }
        : { intervals: { seconds: Array.from({ length: run.intervals }, (_, i) => (i + 1) * 10) } }),
    }),
  })
})

test('sysbench: a truncated report gives no result', () => {
  fc.assert(
    fc.property(sysbench, fc.double({ min: 0, max: 0.97, noNaN: true }), (run, part) => {
      const text = printSysbench(run)
      expect(parseSysbenchOutput(text.slice(0, Math.floor(text.length * part)), 'f').value).toBeNull()
    }),
    { numRuns: 60 },
  )
})
