import { SYSBENCH_1_0, SYSBENCH_1_1 } from '@assay/testing/import/sysbench-outputs'
import { expect, test } from 'vitest'
import {
  latencyPercentileMetric,
  scanKrowsOfAllClients,
  shownQps,
  sysbenchMetricValues,
  sysbenchSamples,
} from './sysbench-metric-values.ts'
import { parseSysbenchOutput } from './sysbench-output.ts'

const understood = (text: string) => {
  const { value, problems } = parseSysbenchOutput(text, 'sb.o')
  expect(problems).toEqual([])
  return value ?? expect.fail('no value')
}

test('version 1.1: header, report and command, without secrets; a query plan is not mistaken for the report', () => {
  expect(understood(SYSBENCH_1_1)).toMatchObject({
    command: expect.stringContaining('--mysql-user=*** --mysql-password=*** --skip-trx'),
    options: { 'table-size': '50000000', 'skip-trx': 'on', 'mysql-password': '***' },
    script: 'oltp_scan',
    cpus: 8,
    version: '1.1.0-3ceba0b',
    threads: 1,
    warmupSeconds: 5,
    queriesPerformed: { read: 54, write: 0, other: 0, total: 54 },
    queries: { count: 54, perSecond: 0.09 },
    ignoredErrors: { count: 2, perSecond: 0.01 },
    eventsPerSecond: 0.0888,
    elapsedSeconds: 608.03,
    latency: { minMs: 11000, avgMs: 11146.02, percentile: 95, percentileMs: 11115.87, sumMs: 601885.08 },
    fairness: { eventsAvg: 54, executionSecondsAvg: 601.8851 },
    intervals: null,
  })
})

test('version 1.0: events/s from events and time, intervals as columns, the percentile that the file names', () => {
  const output = understood(SYSBENCH_1_0)
  expect(output).toMatchObject({
    version: '1.0.20',
    warmupSeconds: null,
    reportIntervalSeconds: 10,
    eventsPerSecond: 128.45,
  })
  expect(output.intervals).toEqual({
    seconds: [10, 20],
    intervalSeconds: 10,
    percentile: 99,
    columns: {
      threads: [4, 4],
      tps: [123.45, 133.45],
      qps: [2469, 2669],
      readQps: [1728.3, 1868.3],
      writeQps: [493.8, 533.8],
      otherQps: [246.9, 266.9],
      latencyMs: [12.34, 11.24],
      errorsPerSecond: [0.1, 0],
      reconnectsPerSecond: [0, 0],
    },
  })
  expect(sysbenchSamples(output)).toEqual([
    { metric: 'qps', intervalSeconds: 10, startSeconds: 10, values: [2469, 2669] },
    { metric: 'tps', intervalSeconds: 10, startSeconds: 10, values: [123.45, 133.45] },
    { metric: 'latency_ms_p99', intervalSeconds: 10, startSeconds: 10, values: [12.34, 11.24] },
  ])
  expect(sysbenchMetricValues(output)).toEqual({
    qps: 2568.5,
    tps: 128.42,
    latency_ms_min: 0.17,
    latency_ms_avg: 0.81,
    latency_ms_max: 12.4,
    latency_ms_p99: 3.25,
    elapsed_s: 20,
    ignored_errors: 1,
    reconnects: 0,
  })
})

test('a scan counts thousands of rows per second per client, from its latency and not from its two-decimal rate', () => {
  const output = understood(SYSBENCH_1_1)
  expect(shownQps(output)).toBeCloseTo(4485.91, 2)
  expect(scanKrowsOfAllClients(output)).toBeCloseTo(4500, 9)
  expect(shownQps({ ...output, options: {} })).toBeNull()
  expect(sysbenchSamples(output, 'scan')).toEqual([])
})

test('without a command the test name identifies a scan, and the table size is unknown', () => {
  const output = understood(SYSBENCH_1_0)
  expect(shownQps(output, 'scan.warm')).toBeNull()
  expect(shownQps(output, 'point-query')).toBe(2568.5)
})

test('CRLF and a byte order mark change nothing', () => {
  expect(understood(`\uFEFF${SYSBENCH_1_0.replaceAll('\n', '\r\n')}`)).toEqual(understood(SYSBENCH_1_0))
})

test('an unknown percentile gets a declared metric', () => {
  expect(latencyPercentileMetric(90)).toMatchObject({ name: 'latency_ms_p90', unit: 'ms', better: 'lower' })
})

/** The number of the first line that contains this text. */
const lineOf = (part: string, text: string) => text.slice(0, text.indexOf(part)).split('\n').length

const refused = (text: string) => {
  const { value, problems } = parseSysbenchOutput(text, 'sb.o')
  expect(value).toBeNull()
  return problems
}

test.each(['', '\n\n', '\uFEFF'])('an empty file is missing, not 0 QPS: %j', (text) => {
  expect(refused(text)).toEqual([{ file: 'sb.o', message: 'the file is empty' }])
})

test('FATAL is a failure with its line, without secrets', () => {
  const text = 'sysbench 1.0.20 (using system LuaJIT 2.1.0)\n\nFATAL: unable to connect, password=geheim\n'
  const reason = 'FATAL: unable to connect, password=***'
  expect(parseSysbenchOutput(text, 'sb.o')).toEqual({ value: null, problems: [], failure: { line: 3, reason } })
  expect(parseSysbenchOutput(`${SYSBENCH_1_0}FATAL: late\n`, 'sb.o')).toMatchObject({
    value: null,
    failure: { reason: 'FATAL: late' },
  })
})

test('0 events are a failure, and with a response time a contradiction', () => {
  const idle = `sysbench 1.0.20\nGeneral statistics:
    total time:                          20.0000s
    total number of events:              0
Latency (ms):
         min:                                    0.00
         avg:                                    0.00
         max:                                    0.00
         95th percentile:                        0.00
         sum:                                    0.00
Threads fairness:
    events (avg/stddev):           0.0000/0.00
    execution time (avg/stddev):   0.0000/0.00
`
  expect(parseSysbenchOutput(idle, 'sb.o')).toEqual({
    value: null,
    problems: [],
    failure: { line: 4, reason: 'sysbench completed no event' },
  })
  expect(refused(idle.replace('0.00\n         max', '1.50\n         max'))).toMatchObject([
    { line: 7, message: expect.stringContaining('events 0 contradicts average latency 1.50'), refusesRun: true },
    { line: 8, message: expect.stringContaining('average latency 1.50 is more than'), refusesRun: true },
  ])
})

test.each([
  ['a negative rate', '(2568.50 per', '(-2568.50 per', 'queries per second is -2568.50, and cannot be negative'],
  ['a rate of NaN', '(2568.50 per', '(nan per', 'queries per second is nan, which is not a number'],
  ['a rate of 0', '(2568.50 per', '(0.00 per', 'queries per second is 0.00, but 51380 queries in 20.0000 s are 2569'],
  ['another rate', '(2568.50 per', '(9568.50 per', 'queries per second is 9568.50, but 51380 queries in 20.0000 s'],
  ['a maximum below the average', '   12.40', '    0.30', 'average latency 0.81 is more than maximum latency 0.30'],
  ['parts that are not the total', '35966', '45966', 'total queries is 51380, but its parts are'],
  ['an unreadable figure', '(128.42 per', '(12x.42 per', 'is not a line of a sysbench report'],
])('%s refuses the run with file and line', (_name, from, to, message) => {
  const text = SYSBENCH_1_0.replace(from, to)
  const changed = text.split('\n').findIndex((line, i) => line !== SYSBENCH_1_0.split('\n')[i]) + 1
  const problems = refused(text)
  const found = problems.find((problem) => problem.message.includes(message))
  expect(found).toMatchObject({ file: 'sb.o', refusesRun: true })
  expect(found?.line).toBeGreaterThanOrEqual(changed)
})

test('a last line without a newline is truncated unless it has all its digits', () => {
  expect(understood(SYSBENCH_1_0.trimEnd())).toEqual(understood(SYSBENCH_1_0))
  expect(refused(SYSBENCH_1_0.trimEnd().slice(0, -1))).toMatchObject([{ line: 38, refusesRun: true }])
})

test('output truncated anywhere before its last line has no value and a problem that names the line', () => {
  const lines = SYSBENCH_1_0.trimEnd().split('\n')
  for (let count = 1; count < lines.length; count++) {
    const problems = refused(`${lines.slice(0, count).join('\n')}\n`)
    expect(problems.at(-1)?.line, `after line ${count}`).toBe(count)
  }
})

test('two runs in one file contradict each other', () => {
  expect(refused(SYSBENCH_1_0 + SYSBENCH_1_0).map(({ message }) => message)).toContainEqual(
    expect.stringContaining('`read:                            35966` appears a second time'),
  )
})

test('a foreign line in the report is a problem, and the rest is read', () => {
  const { value, problems } = parseSysbenchOutput(`${SYSBENCH_1_0}what is this --password=x\n`, 'sb.o')
  expect(value?.queries?.perSecond).toBe(2568.5)
  expect(problems).toEqual([
    {
      file: 'sb.o',
      line: lineOf('what', `${SYSBENCH_1_0}what`),
      message: '`what is this --password=***` is not a line of a sysbench report',
    },
  ])
})

test('an unreadable interval line only loses its own sample and is counted', () => {
  const value = understood(SYSBENCH_1_0.replace('tps: 133.45', 'tps: 13x'))
  expect(value.unreadIntervals).toBe(1)
  expect(value.intervals?.seconds).toEqual([10])
})

test('a checkpoint report amid the run is not the result', () => {
  const report = SYSBENCH_1_0.slice(SYSBENCH_1_0.indexOf('SQL statistics'))
  const text = SYSBENCH_1_0.replace(
    '[ 20s ] thds',
    `[ 15s ] Checkpoint report:\n${report.replaceAll('2568.50', '1.00')}[ 20s ] thds`,
  )
  expect(understood(text).queries?.perSecond).toBe(2568.5)
})

test('tests without SQL: cpu, memory and fileio have events per second and their own figures', () => {
  const tail = SYSBENCH_1_0.slice(SYSBENCH_1_0.indexOf('General statistics'))
  const cpu = understood(
    `[ 1s ] thds: 2 eps: 127.30 lat (ms,95%): 0.61\nCPU speed:\n    events per second:  128.45\n\n${tail}`,
  )
  expect(sysbenchMetricValues(cpu)).toMatchObject({ 'ops/s': 128.45, elapsed_s: 20 })
  expect(cpu.intervals?.columns).toEqual({ threads: [2], eventsPerSecond: [127.3], latencyMs: [0.61] })

  const memory = understood(
    `Total operations: 1048576 (2757965.07 per second)\n\n1024.00 MiB transferred (2693.33 MiB/sec)\n\n${tail}`,
  )
  expect(memory.memory).toEqual({ operations: 1048576, operationsPerSecond: 2757965.07, mibPerSecond: 2693.33 })

  const fileio = understood(
    `[ 1s ] reads: 595.60 MiB/s writes: 397.07 MiB/s fsyncs: 1268.63/s latency (ms,99%): 0.527\nFile operations:\n    reads/s: 39818.04\n    writes/s: 26545.03\n    fsyncs/s: 1328.05\n\nThroughput:\n    read, MiB/s: 622.16\n    written, MiB/s: 414.77\n\n${tail}`,
  )
  expect(fileio.fileio).toMatchObject({
    readsPerSecond: 39818.04,
    fsyncsPerSecond: 1328.05,
    writtenMibPerSecond: 414.77,
  })
  expect(fileio.intervals?.columns.fsyncsPerSecond).toEqual([1268.63])

  const fileio11 = understood(
    `Throughput:\n         read:  IOPS=3901.80 60.97 MiB/s (63.93 MB/s)\n         write: IOPS=2601.20 40.64 MiB/s (42.62 MB/s)\n         fsync: IOPS=8323.98\n\n${tail}`,
  )
  expect(fileio11.fileio).toMatchObject({
    readsPerSecond: 3901.8,
    writtenMibPerSecond: 40.64,
    fsyncsPerSecond: 8323.98,
  })
})
