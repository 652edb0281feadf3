import { parseDbBenchOutput } from '@assay/domain/benchmarks/db-bench/parse/db-bench-output'
import { parseDbBenchReport } from '@assay/domain/benchmarks/db-bench/parse/db-bench-report'
import { REPORT_COLUMNS } from '@assay/domain/benchmarks/db-bench/parse/db-bench-row'
import { parseFio } from '@assay/domain/benchmarks/fio/fio-output'
import { parseHammerdbLog } from '@assay/domain/benchmarks/hammerdb/hammerdb-log'
import { parseClientOutput } from '@assay/domain/benchmarks/iibench/parse/client-output'
import { parseLinkbenchOutput } from '@assay/domain/benchmarks/linkbench/linkbench-output'
import { parsePgbenchOutput } from '@assay/domain/benchmarks/pgbench/pgbench-output'
import { parseQpsTable } from '@assay/domain/benchmarks/sysbench/parse/qps-table'
import { parseSysbenchOutput } from '@assay/domain/benchmarks/sysbench/parse/sysbench-output'
import { parseYcsbOutput } from '@assay/domain/benchmarks/ycsb/ycsb-output'
import fc from 'fast-check'
import { type GeneratedFormat, measured, replaced } from './generated-format.ts'
import { GENERATED_QUERY_SUITES } from './generated-query-suites.ts'
import { GENERATED_SUITES } from './generated-suites.ts'
import { GENERATED_TOOL_FORMATS } from './generated-tool-formats.ts'
import { GENERATED_TOOL_TABLES } from './generated-tool-tables.ts'

const sysbench: GeneratedFormat = {
  name: 'sysbench',
  parse: parseSysbenchOutput,
  valid: fc
    .tuple(measured, fc.tuple(fc.nat(9), fc.nat(9)), fc.integer({ min: 1, max: 20 }))
    .map(([{ count, seconds, clients, mean, below, above }, [writes, others], perEvent]) => {
      const total = count * perEvent
      const [write, other] = [Math.floor((total * writes) / 20), Math.floor((total * others) / 20)]
      const rate = (n: number) => `${n} (${(n / seconds).toFixed(2)} per sec.)`
      return [
        'sysbench 1.0.20 (using system LuaJIT 2.1.0)',
        `Number of threads: ${clients}`,
        'SQL statistics:',
        '    queries performed:',
        `        read:                            ${total - write - other}`,
        `        write:                           ${write}`,
        `        other:                           ${other}`,
        `        total:                           ${total}`,
        `    transactions:                        ${rate(count)}`,
        `    queries:                             ${rate(total)}`,
        `    ignored errors:                      ${rate(0)}`,
        `    reconnects:                          ${rate(0)}`,
        'General statistics:',
        `    total time:                          ${seconds.toFixed(4)}s`,
        `    total number of events:              ${count}`,
        'Latency (ms):',
        `         min:                                    ${(mean * below).toFixed(2)}`,
        `         avg:                                    ${mean.toFixed(2)}`,
        `         max:                                    ${(mean * above).toFixed(2)}`,
        `         95th percentile:                        ${(mean * (0.95 + above / 100)).toFixed(2)}`,
        `         sum:                                ${(mean * count).toFixed(2)}`,
        'Threads fairness:',
        `    events (avg/stddev):           ${(count / clients).toFixed(4)}/1.00`,
        `    execution time (avg/stddev):   ${seconds.toFixed(4)}/0.01`,
        '',
      ].join('\n')
    }),
  violations: [
    replaced('a rate that is not count by time', /(queries: +\d+ \()(\d)/, '$19$2', /total time/),
    replaced('a negative rate', /(transactions: +\d+ \()/, '$1-', /transactions/),
    replaced('a rate of NaN', /(queries: +\d+ \()[\d.]+/, '$1nan', /queries: /),
    replaced('a rate of 0', /(queries: +\d+ \()[\d.]+/, '$10.00', /(?:min|avg|max|total time|percentile)/),
    replaced('a negative count', /(total number of events: +)/, '$1-', /events:/),
    replaced('a sum that is not its parts', /(read: +)(\d)/, '$19$2', /total: /),
    replaced('a maximum below the average', /max: +[\d.]+/, 'max: 0.01', /max:/),
    replaced('a minimum above the average', /(min: +)(\d)/, '$1999$2', /avg:/),
    replaced('a percentile above the maximum', /(95th percentile: +)(\d)/, '$19999$2', /percentile:/),
    replaced('an unreadable count', /(transactions: +\d)/, '$1x', /transactions/),
    { name: 'a cut report', change: (text) => text.slice(0, text.indexOf('Threads fairness')), line: /sum:/ },
  ],
}

const pgbench: GeneratedFormat = {
  name: 'pgbench',
  parse: parsePgbenchOutput,
  valid: measured.map(({ count, seconds, clients, mean }) =>
    [
      'pgbench (18.0)',
      'transaction type: <builtin: select only>',
      'scaling factor: 10',
      'query mode: simple',
      `number of clients: ${clients}`,
      'number of threads: 1',
      `duration: ${Math.ceil(seconds)} s`,
      `number of transactions actually processed: ${count}`,
      'number of failed transactions: 0 (0.000%)',
      `latency average = ${mean.toFixed(3)} ms`,
      'initial connection time = 4.500 ms',
      `tps = ${(count / Math.ceil(seconds)).toFixed(6)} (without initial connection time)`,
      '',
    ].join('\n'),
  ),
  violations: [
    replaced('a rate that is not count by time', /tps = (\d)/, 'tps = 9$1', /tps = /),
    replaced('a negative rate', /tps = /, 'tps = -', /tps = /),
    replaced('a rate of NaN', /tps = [\d.]+/, 'tps = nan', /tps = /),
    replaced('a rate of 0', /tps = [\d.]+/, 'tps = 0.000000', /tps = /),
    replaced('a negative count', /(processed: )/, '$1-', /processed/),
    replaced('an unreadable latency', /average = /, 'average = x', /average/),
    { name: 'a cut report', change: (text) => text.slice(0, text.indexOf('tps =')), line: /initial connection/ },
  ],
}

const ycsb: GeneratedFormat = {
  name: 'YCSB',
  parse: parseYcsbOutput,
  valid: measured.map(({ count, seconds, mean, below, above }) => {
    const [milliseconds, reads] = [Math.ceil(seconds * 1_000), Math.floor(count / 3)]
    const operation = (name: string, operations: number) => [
      `[${name}], Operations, ${operations}`,
      `[${name}], AverageLatency(us), ${mean}`,
      `[${name}], MinLatency(us), ${Math.floor(mean * below)}`,
      `[${name}], MaxLatency(us), ${Math.ceil(mean * above)}`,
      `[${name}], Return=OK, ${operations}`,
    ]
    return [
      'Command line: -t -db site.ycsb.BasicDB -P workloads/workloada -threads 4',
      `[OVERALL], RunTime(ms), ${milliseconds}`,
      `[OVERALL], Throughput(ops/sec), ${(count * 1_000) / milliseconds}`,
      ...operation('READ', reads),
      ...operation('UPDATE', count - reads),
      '',
    ].join('\n')
  }),
  violations: [
    replaced(
      'a rate that is not count by time',
      /Throughput\(ops\/sec\), (\d)/,
      'Throughput(ops/sec), 9$1',
      /UPDATE\], Oper/,
    ),
    replaced('a rate of NaN', /Throughput\(ops\/sec\), [\d.e-]+/, 'Throughput(ops/sec), NaN', /Throughput/),
    replaced('a maximum below the average', /MaxLatency\(us\), \d+/, 'MaxLatency(us), 0', /READ\], Max/),
    replaced('a negative count', /(UPDATE\], Operations, )/, '$1-', /UPDATE\], Oper/),
  ],
}

const fio: GeneratedFormat = {
  name: 'fio',
  parse: parseFio,
  valid: measured.map(({ count, seconds, mean, below, above }) => {
    const milliseconds = Math.ceil(seconds * 1_000)
    const latency = `min=${(mean * below).toFixed(2)}, max=${(mean * above).toFixed(2)}, avg=${mean.toFixed(2)}, stdev= 1.00`
    return [
      'r: (g=0): rw=randread, bs=(R) 8192B-8192B, (W) 8192B-8192B, (T) 8192B-8192B, ioengine=psync, iodepth=1',
      'fio-3.33',
      'Starting 1 process',
      '',
      'r: (groupid=0, jobs=1): err= 0: pid=1: Sat Nov 21 01:00:10 2026',
      `  read: IOPS=${Math.floor((count * 1_000) / milliseconds)}, BW=31.2MiB/s (32.8MB/s)(312MiB/${milliseconds}msec)`,
      `    clat (usec): ${latency}`,
      `     lat (usec): ${latency}`,
      '  cpu          : usr=2.00%, sys=3.00%, ctx=1, majf=0, minf=1',
      `     issued rwts: total=${count},0,0,0 short=0,0,0,0 dropped=0,0,0,0`,
      '',
    ].join('\n')
  }),
  violations: [
    replaced('a rate that is not count by time', /IOPS=(\d)/, 'IOPS=9$1', /groupid/),
    replaced('a maximum below the mean', /max=[\d.]+/, 'max=0.01', /clat/),
    replaced('an unreadable latency', /avg=/, 'avg=x', /clat/),
    { name: 'a cut report', change: (text) => text.slice(0, text.indexOf('     issued')), line: /groupid/ },
  ],
}

const dbBench: GeneratedFormat = {
  name: 'db_bench',
  parse: parseDbBenchOutput,
  valid: measured.map(({ count, seconds, mean }) =>
    [
      'RocksDB:    version 10.8.3',
      'Entries:    1000',
      `readrandom   :      ${mean.toFixed(3)} micros/op ${Math.floor(count / seconds)} ops/sec ${seconds.toFixed(3)} seconds ${count} operations;   1.5 MB/s`,
      '',
    ].join('\n'),
  ),
  violations: [
    replaced('a rate that is not count by time', /micros\/op (\d)/, 'micros/op 9$1', /readrandom/),
    replaced('a negative rate', /micros\/op /, 'micros/op -', /readrandom/),
    { name: 'a cut line', change: (text) => text.slice(0, text.indexOf(' operations')), line: /readrandom/ },
  ],
}

const report: GeneratedFormat = {
  name: 'report.tsv',
  parse: parseDbBenchReport,
  valid: measured.map(({ mean, above }) => {
    const values: Record<string, string> = {
      ...{ ops_sec: '1000', usec_op: mean.toFixed(1), p50: mean.toFixed(1), p99: (mean * 1.5).toFixed(1) },
      ...{ 'p99.9': (mean * 1.8).toFixed(1), 'p99.99': (mean * 1.9).toFixed(1), pmax: String(Math.ceil(mean * above)) },
      ...{ test: 'readrandom.t8', date: '2025-05-06T01:44:24', version: '10.2.1', job_id: 'j', githash: '4b2122578e' },
    }
    const row = REPORT_COLUMNS.map((column) => values[column] ?? (/_sz$/.test(column) ? '1GB' : '1'))
    return `${REPORT_COLUMNS.join('\t')}\n${row.join('\t')}\n`
  }),
  violations: [
    { name: 'percentiles that fall', change: (text) => withCell(text, 'p99', '0.1'), line: /readrandom/ },
    { name: 'a maximum below a percentile', change: (text) => withCell(text, 'pmax', '0'), line: /readrandom/ },
    { name: 'a cut row', change: (text) => text.replace(/\t[^\t]*\n$/, '\n'), line: /readrandom/ },
  ],
}

function withCell(text: string, column: string, value: string): string {
  const [header = '', row = ''] = text.split('\n')
  const cells = row.split('\t').map((cell, i) => (REPORT_COLUMNS[i] === column ? value : cell))
  return `${header}\n${cells.join('\t')}\n`
}

const linkbench: GeneratedFormat = {
  name: 'Linkbench',
  parse: parseLinkbenchOutput,
  valid: measured.map(({ count, seconds, mean, above }) => {
    // At least ten seconds, because whole seconds are too coarse for shorter phases.
    const whole = Math.ceil(seconds) + 10
    return [
      `INFO x [main]: GET_NODE count = ${count}  p99 = [15,16]ms  max = ${(mean * above).toFixed(3)}ms  mean = ${mean.toFixed(3)}ms`,
      `REQUEST PHASE COMPLETED. ${count} requests done in ${whole} seconds. Requests/second = ${Math.max(1, Math.floor(count / whole))}`,
      '',
    ].join('\n')
  }),
  violations: [
    replaced('a rate that is not count by time', /second = (\d)/, 'second = 99$1', /PHASE/),
    replaced('a maximum below the mean', /max = [\d.]+/, 'max = 0.001', /GET_NODE/),
    replaced('a cut phase', /Requests\/second = \d+/, 'Requests/sec', /PHASE/),
  ],
}

const hammerdb: GeneratedFormat = {
  name: 'HammerDB',
  parse: parseHammerdbLog,
  valid: measured.map(({ count, clients }) =>
    [
      `Vuser 1:${clients} Active Virtual Users configured`,
      'Vuser 1:Timing test period of 5 in minutes',
      `Vuser 1:TEST RESULT : System achieved ${count} NOPM from ${count * 2 + 7} PostgreSQL TPM`,
      '',
    ].join('\n'),
  ),
  violations: [
    replaced('more new orders than transactions', /achieved (\d)/, 'achieved 99$1', /TEST RESULT/),
    replaced('an unreadable result', /(achieved )/, '$1-', /TEST RESULT/),
    { name: 'a cut log', change: (text) => text.slice(0, text.indexOf('Vuser 1:TEST')), line: /Timing/ },
  ],
}

const qpsTable: GeneratedFormat = {
  name: 'QPS table',
  parse: parseQpsTable,
  valid: fc
    .array(fc.tuple(fc.integer({ min: 1, max: 1e7 }), fc.integer({ min: 1, max: 1e7 })), { minLength: 2, maxLength: 9 })
    .map((rows) =>
      [
        'col-1 : x.pg176_o2nofp.x10a_c8r32.pk1',
        'col-2 : x.pg180_o2nofp.x10b_c8r32.pk1',
        '',
        'col-1\tcol-2',
        ...rows.map(([a, b], i) => `${a}\t${b}\ttest${i}_range=100`),
        '',
      ].join('\n'),
    ),
  violations: [
    replaced('a negative rate', /^(\d+\t)(?=\d+\ttest0)/m, '$1-', /test0/),
    replaced('a rate of NaN', /^\d+(?=\t\d+\ttest1)/m, 'nan', /test1/),
    { name: 'a cut label', change: (text) => text.slice(0, -'_range=100\n'.length), line: /test\d$/ },
  ],
}

const iibench: GeneratedFormat = {
  name: 'Insert Benchmark',
  parse: parseClientOutput,
  valid: fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 20 }).map((rates) => {
    let total = 0
    const rows = rates.map((rate, i) => {
      total += rate
      return `1.0\t${i + 1}.0\t${rate}\t${(total / (i + 1)).toFixed(1)}\t0\t0\t0\t0\t9\t9\t9\t${total}\t0\t0`
    })
    const header = 'i_sec t_sec i_ips t_ips i_dps t_dps i_qps t_qps max_i max_d max_q t_ins t_del t_query'
    return [header.replaceAll(' ', '\t'), ...rows, 'Totals: done', 'Done', ''].join('\n')
  }),
  violations: [
    {
      name: 'a rate that is not count by time',
      change: (text) => text.replace(/(\t)(\d+\t0\t0\nTotals)/, '$199$2'),
      line: /\t99\d+\t0\t0$/,
    },
    { name: 'a cut report', change: (text) => text.slice(0, text.indexOf('Totals')), line: /\t0\t0$/ },
  ],
}

/** Every report format with its violations. */
export const GENERATED_FORMATS: readonly GeneratedFormat[] = [
  ...[sysbench, pgbench, ycsb, fio, dbBench, report, linkbench, hammerdb, qpsTable, iibench],
  ...GENERATED_SUITES,
  ...GENERATED_QUERY_SUITES,
  ...GENERATED_TOOL_FORMATS,
  ...GENERATED_TOOL_TABLES,
]
