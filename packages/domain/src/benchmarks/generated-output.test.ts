import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Parsed } from '../parse/problem.ts'
import { parseHammerdbLog } from './hammerdb/hammerdb-log.ts'
import { parseHammerdbTable } from './hammerdb/hammerdb-table.ts'
import { parseClientOutput } from './iibench/parse/client-output.ts'
import { BUCKETS, OPERATIONS } from './iibench/parse/columns.ts'
import { parseLinkbenchOutput } from './linkbench/linkbench-output.ts'
import { parseSysbenchOutput } from './sysbench/parse/sysbench-output.ts'
import { parseYcsbOutput } from './ycsb/ycsb-output.ts'

// Output of programs, printed from their grammar: what a program prints is what its parser reads. The programs themselves
// are in no package registry, or only one version of them is.

/** A parser reads what was printed, and takes nothing from a text that ends earlier but what the whole one has. */
function readsBack<T, Printed>(
  arbitrary: fc.Arbitrary<Printed>,
  {
    print,
    parse,
    expected,
  }: { print: (one: Printed) => string; parse: (text: string) => Parsed<T>; expected: (one: Printed) => unknown },
): void {
  fc.assert(
    fc.property(arbitrary, (one) => {
      expect(parse(print(one))).toMatchObject({ value: expected(one), problems: [] })
    }),
    { numRuns: 60 },
  )
}

const count = (max: number, min = 0) => fc.integer({ min, max })
const decimal = (digits: number, max = 1000) => fc.nat(max * 10 ** digits).map((n) => n / 10 ** digits)
const ascending = (length: number, max: number, digits: number) =>
  fc
    .array(decimal(digits, max), { minLength: length, maxLength: length })
    .map((values) => values.toSorted((a, b) => a - b))

// sysbench (FORMATS 1), versions 1.0 and 1.1.

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

test('sysbench: a report that ends inside its lines is no result', () => {
  fc.assert(
    fc.property(sysbench, fc.double({ min: 0, max: 0.97, noNaN: true }), (run, part) => {
      const text = printSysbench(run)
      expect(parseSysbenchOutput(text.slice(0, Math.floor(text.length * part)), 'f').value).toBeNull()
    }),
    { numRuns: 60 },
  )
})

// HammerDB (FORMATS 13): the log of the command line, and tables of results.

const hammerdb = fc
  .record({
    nopm: count(9_999_999, 1),
    otherTransactions: count(9_999_999),
    database: fc.constantFrom('PostgreSQL', 'MySQL', 'MariaDB', 'SQL Server', 'Oracle'),
    isOld: fc.boolean(),
    users: count(999, 1),
    warehouses: count(40_000, 1),
    rampupMinutes: count(60, 1),
    durationMinutes: count(600, 1),
    errors: count(4),
    failedUsers: count(3),
  })
  .map(({ otherTransactions, ...run }) => ({ ...run, tpm: run.nopm + otherTransactions }))

test('a log of HammerDB, newer and older releases, with errors between the lines', () => {
  readsBack(hammerdb, {
    print: ({ nopm, tpm, database, isOld, users, warehouses, rampupMinutes, durationMinutes, errors, failedUsers }) =>
      [
        'HammerDB CLI v4.12',
        `hammerdb>vuset vu ${users}`,
        ` pg_count_ware       = ${warehouses}`,
        'hammerdb>vurun',
        'Vuser 1:RUNNING',
        `Vuser 1:Beginning rampup time of ${rampupMinutes} minutes`,
        ...Array.from({ length: errors }, (_, i) => `Error in Virtual User ${i + 2}: deadlock detected`),
        'Vuser 1:Rampup complete, Taking start Transaction Count.',
        `Vuser 1:Timing test period of ${durationMinutes} in minutes`,
        `Vuser 1:1  ...,`,
        `Vuser 1:${users} Active Virtual Users configured`,
        isOld
          ? `Vuser 1:TEST RESULT : System achieved ${tpm} ${database} TPM at ${nopm} NOPM`
          : `Vuser 1:TEST RESULT : System achieved ${nopm} NOPM from ${tpm} ${database} TPM`,
        'Vuser 1:FINISHED SUCCESS',
        ...Array.from({ length: failedUsers }, (_, i) => `Vuser ${i + 2}:FINISHED FAILED`),
        '',
      ].join('\n'),
    parse: (text) => parseHammerdbLog(text, 'f'),
    expected: ({ isOld: _, ...facts }) => [facts],
  })
})

test('a table of HammerDB: servers and their NOPM', () => {
  const server = fc
    .tuple(fc.constantFrom('pg', 'my', 'ma'), count(999_999, 1))
    .map(([name, digits]) => `${name}${digits}`)
  const rows = fc.array(fc.tuple(server, count(999_999, 1)), { minLength: 1, maxLength: 20 })
  readsBack(rows, {
    print: (all) => all.map(([name, nopm]) => `${name},${nopm}\n`).join(''),
    parse: (text) => parseHammerdbTable(text, 'sum.res.pg.load8.vu6.w100.5.120.csv'),
    expected: (all) => all.map(([name, nopm], i) => ({ line: i + 1, server: name, cell: { value: nopm } })),
  })
})

// Linkbench (FORMATS 12): standard output.

const operation = fc
  .record({
    name: fc.constantFrom(
      'ADD_NODE',
      'UPDATE_NODE',
      'DELETE_NODE',
      'GET_NODE',
      'ADD_LINK',
      'GET_LINKS_LIST',
      'COUNT_LINK',
    ),
    count: count(9_999_999, 1),
    limits: ascending(6, 90, 1),
    mean: decimal(3, 50),
  })
  .map((one) => ({ ...one, mean: Math.min(one.mean, one.limits[5] ?? 0) }))
const linkbench = fc.record({
  operations: fc.uniqueArray(operation, { selector: ({ name }) => name, maxLength: 7 }),
  requesters: count(400, 1),
  maxId: count(999_999_999, 2),
  rate: count(90_000, 1),
  seconds: count(7200, 1),
})
const PERCENTILES = ['25', '50', '75', '95', '99'] as const

test('standard output of Linkbench: rate, clients and the upper end of each range', () => {
  readsBack(linkbench, {
    print: ({ operations, requesters, maxId, rate: perSecond, seconds }) =>
      [
        `-c config/MyConfig.properties -Drequests=1000 -Drequesters=${requesters} -Dmaxid1=${maxId} -r`,
        ...operations.map(
          ({ name, count: calls, limits, mean }) =>
            `INFO 2026-01-02 03:14:05,678 [main]: ${name} count = ${calls}  ${PERCENTILES.map((p, i) => `p${p} = [${limits[i]},${limits[i + 1]}]ms`).join('  ')}  max = ${limits[5]}ms  mean = ${mean}ms`,
        ),
        `INFO 2026-01-02 03:14:05,679 [main]: REQUEST PHASE COMPLETED. ${perSecond * seconds} requests done in ${seconds} seconds. Requests/second = ${perSecond}`,
        '',
      ].join('\n'),
    parse: (text) => parseLinkbenchOutput(text, 'f'),
    expected: ({ operations, requesters, maxId, rate: perSecond, seconds }) => ({
      phase: 'request',
      done: perSecond * seconds,
      seconds,
      rate: perSecond,
      clients: requesters,
      maxId,
      operations: operations.map(({ name, count: calls, limits, mean }) => ({
        operation: name.toLowerCase(),
        count: calls,
        percentiles: Object.fromEntries(PERCENTILES.map((p, i) => [p, limits[i + 1]])),
        max: limits[5],
        mean,
      })),
    }),
  })
})

// iibench.py (FORMATS 11): what one client prints.

const INTERVAL = [
  ...['i_sec', 't_sec', 'i_ips', 't_ips', 'i_dps', 't_dps', 'i_qps', 't_qps', 'max_i', 'max_d', 'max_q'],
  ...['t_ins', 't_del', 't_query', 'retry_i', 'retry_d', 'retry_q'],
]
const iibench = fc.record({
  perSecond: fc.array(count(99_999), { minLength: 1, maxLength: 12 }),
  responses: fc.array(
    fc.record({
      counts: fc.array(count(99_999), { minLength: BUCKETS.length, maxLength: BUCKETS.length }),
      max: decimal(6, 20),
    }),
    { minLength: OPERATIONS.length, maxLength: OPERATIONS.length },
  ),
  indexSeconds: fc.option(decimal(1, 9999)),
})
const titled = (word: string) => word[0]?.toUpperCase() + word.slice(1)

test('output of a client of iibench.py: intervals, histograms, seconds of creating indexes', () => {
  const valuesOf = (all: readonly number[], i: number) => {
    const done = all.slice(0, i + 1).reduce((sum, one) => sum + one, 0)
    const inserts = all[i] ?? 0
    const perSecond = Number((done / (i + 1)).toFixed(1))
    return [1, i + 1, inserts, perSecond, 0, 0, 9, 9, 900, 0, 700, done, 0, 9 * (i + 1), 0, 0, 0]
  }
  readsBack(iibench, {
    print: ({ perSecond, responses, indexSeconds }) =>
      [
        'python3 iibench.py --dbms=postgres --inserts_per_second=100',
        INTERVAL.join('\t'),
        ...perSecond.map((_, i) => valuesOf(perSecond, i).join('\t')),
        ...(indexSeconds === null ? [] : [`Created secondary indexes in ${indexSeconds} seconds`]),
        ...responses.flatMap(({ counts, max }, i) => [
          `${titled(OPERATIONS[i] ?? '')} rt: ${BUCKETS.map((limit) => limit.padStart(9)).join(' ')}         max`,
          `${titled(OPERATIONS[i] ?? '')} rt: ${counts.map((one) => String(one).padStart(9)).join(' ')}    ${max.toFixed(6)}`,
        ]),
        'Totals: 3.1 secs, 96.8 rows/sec, 300 rows, 0 0 0 insert-delete-query retry',
        'Done',
        '',
      ].join('\n'),
    parse: (text) => parseClientOutput(text, 'f'),
    expected: ({ perSecond, responses, indexSeconds }) => ({
      columns: INTERVAL,
      intervals: perSecond.map((_, i) => ({
        values: Object.fromEntries(INTERVAL.map((name, at) => [name, valuesOf(perSecond, i)[at]])),
      })),
      responses: Object.fromEntries(
        responses.map(({ counts, max }, i) => [OPERATIONS[i], { counts, maxSeconds: max }]),
      ),
      indexSeconds,
      isComplete: true,
    }),
  })
})

// YCSB: the report of any version, with percentiles of any binding.

const ycsbOperation = fc.record({
  name: fc.constantFrom('READ', 'UPDATE', 'INSERT', 'SCAN', 'DELETE'),
  operations: count(9_999_999, 1),
  limits: ascending(4, 99_999, 0),
  failed: count(9),
})
const ycsb = fc
  .record({
    milliseconds: count(9_999_999, 1),
    threads: count(500, 1),
    operations: fc.uniqueArray(ycsbOperation, { selector: ({ name }) => name, minLength: 1, maxLength: 5 }),
  })
  .map((run) => ({ ...run, throughput: (1000 * totalOf(run.operations)) / run.milliseconds }))
const totalOf = (operations: readonly { operations: number }[]) =>
  operations.reduce((sum, one) => sum + one.operations, 0)

test('a report of YCSB: throughput, and response times in milliseconds', () => {
  readsBack(ycsb, {
    print: ({ throughput, milliseconds, threads, operations }) =>
      [
        `Command line: -db site.ycsb.db.JdbcDBClient -P workloads/workloada -t -threads ${threads}`,
        'YCSB Client 0.17.0',
        `[OVERALL], RunTime(ms), ${milliseconds}`,
        `[OVERALL], Throughput(ops/sec), ${throughput}`,
        '[TOTAL_GCs], Count, 3',
        ...operations.flatMap(({ name, operations: calls, limits: [min, avg, p99, max], failed }) => [
          `[${name}], Operations, ${calls}`,
          `[${name}], AverageLatency(us), ${avg}`,
          `[${name}], MinLatency(us), ${min}`,
          `[${name}], MaxLatency(us), ${max}`,
          `[${name}], 99thPercentileLatency(us), ${p99}`,
          `[${name}], Return=OK, ${calls}`,
          ...(failed > 0 ? [`[${name}], Return=NOT_FOUND, ${failed}`] : []),
        ]),
        '',
      ].join('\n'),
    parse: (text) => parseYcsbOutput(text, 'f'),
    expected: ({ throughput, milliseconds, threads, operations }) => ({
      version: '0.17.0',
      phase: 'run',
      workload: 'workloada',
      client: 'JdbcDBClient',
      threads,
      opsPerSecond: throughput,
      runtimeSeconds: milliseconds / 1000,
      operations: operations.map(
        ({ name, operations: calls, limits: [min = 0, avg = 0, p99 = 0, max = 0], failed }) => ({
          name,
          operations: calls,
          statistics: { min: min / 1000, avg: avg / 1000, p99: p99 / 1000, max: max / 1000 },
          returned: { OK: calls, ...(failed > 0 ? { NOT_FOUND: failed } : {}) },
        }),
      ),
    }),
  })
})
