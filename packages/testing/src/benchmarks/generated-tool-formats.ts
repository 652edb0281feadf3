import { parseBenchbase } from '@assay/domain/benchmarks/benchbase/benchbase-summary'
import { parseCassandraStress } from '@assay/domain/benchmarks/cassandra-stress/cassandra-stress-output'
import { parseClickbench } from '@assay/domain/benchmarks/clickbench/clickbench-report'
import { parseCriterion } from '@assay/domain/benchmarks/criterion/criterion-output'
import { parseGoTpc } from '@assay/domain/benchmarks/go-tpc/go-tpc-output'
import { parseHyperfine } from '@assay/domain/benchmarks/hyperfine/hyperfine-report'
import { parseJmh } from '@assay/domain/benchmarks/jmh/jmh-report'
import { parseK6Summary } from '@assay/domain/benchmarks/k6/k6-summary'
import { parseMemtier } from '@assay/domain/benchmarks/memtier/memtier-report'
import { parseRedisBenchmark } from '@assay/domain/benchmarks/redis-benchmark/redis-benchmark-report'
import { parseTsbs } from '@assay/domain/benchmarks/tsbs/tsbs-output'
import fc from 'fast-check'
import { cutInHalf, type GeneratedFormat, measured, pretty, replaced, seconds } from './generated-format.ts'
import { vectordbbench } from './generated-vectordbbench.ts'

const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

const hyperfine: GeneratedFormat = {
  name: 'hyperfine',
  parse: parseHyperfine,
  valid: fc.array(seconds, { minLength: 2, maxLength: 20 }).map((times) => {
    const sorted = times.toSorted((a, b) => a - b)
    const [min = 0, max = 0] = [sorted[0], sorted.at(-1)]
    const about = { mean: average(times), stddev: 0.1, median: sorted[Math.floor(times.length / 2)], min, max }
    return pretty({
      results: [{ command: 'sort', ...about, user: 0.5, system: 0.25, times, exit_codes: times.map(() => 0) }],
    })
  }),
  violations: [
    replaced('a mean that is not that of its times', /"mean": [\d.e-]+/, '"mean": 1000', /"mean"/),
    replaced('a negative maximum', /"max": /, '"max": -', /"max"/),
    replaced('a time that is not a number', /"user": [\d.]+/, '"user": "fast"', /"user"/),
    cutInHalf,
  ],
}

const redisBenchmark: GeneratedFormat = {
  name: 'redis-benchmark',
  parse: parseRedisBenchmark,
  valid: measured.map(({ count, seconds: time, clients, mean, below, above }) =>
    [
      '====== SET ======',
      `  ${count} requests completed in ${time.toFixed(2)} seconds`,
      `  ${clients} parallel clients`,
      '  3 bytes payload',
      '',
      'Summary:',
      `  throughput summary: ${(count / time).toFixed(2)} requests per second`,
      '  latency summary (msec):',
      '          avg       min       p50       p95       p99       max',
      `        ${[mean, mean * below, mean, mean * 1.5, mean * 1.9, mean * above].map((ms) => ms.toFixed(3)).join(' ')}`,
      '',
    ].join('\n'),
  ),
  violations: [
    replaced('a rate that is not count by time', /summary: (\d)/, 'summary: 9$1', /throughput summary/),
    replaced('a negative rate', /summary: (\d)/, 'summary: -$1', /throughput summary/),
    replaced('a rate of NaN', /summary: [\d.]+/, 'summary: -nan', /throughput summary/),
    { name: 'a cut report', change: (text) => text.slice(0, text.indexOf('  latency summary')), line: /throughput/ },
  ],
}

const k6: GeneratedFormat = {
  name: 'k6',
  parse: parseK6Summary,
  valid: measured.map(({ count, seconds: time, clients, mean, below, above }) => {
    const trend = { avg: mean, min: mean * below, med: mean, max: mean * above, 'p(95)': mean * 1.5 }
    return pretty({
      metrics: {
        vus_max: { value: clients, min: clients, max: clients },
        iterations: { count, rate: count / time },
        iteration_duration: trend,
        http_reqs: { count, rate: count / time },
        http_req_duration: trend,
      },
    })
  }),
  violations: [
    replaced(
      'a maximum below the average',
      /"max": [\d.]+(?=,\n {3}"p\(95\)": [\d.]+\n {2}\}\n )/,
      '"max": 0.001',
      /http_req_duration/,
    ),
    replaced('a negative rate', /("http_reqs"[^}]+"rate": )/, '$1-', /http_reqs/),
    replaced('no count of requests', /("http_reqs": \{\s+)"count"/, '$1"counted"', /http_reqs/),
    cutInHalf,
  ],
}

const jmh: GeneratedFormat = {
  name: 'JMH',
  parse: parseJmh,
  valid: fc.array(fc.array(seconds, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 5 }).map((rawData) =>
    pretty([
      {
        ...{ jmhVersion: '1.37', benchmark: 'org.example.Sort.sort', mode: 'avgt', threads: 4, params: { rows: '10' } },
        primaryMetric: { score: average(rawData.flat()), scoreUnit: 'us/op', rawData },
      },
    ]),
  ),
  violations: [
    replaced('a score that is not the mean of its raw data', /"score": [\d.e-]+/, '"score": 1000', /"score"/),
    replaced('an unknown unit', 'us/op', 'fortnights/op', /scoreUnit/),
    replaced('a negative iteration', /(\[\n +)(\d)/, '$1-$2', /-\d/),
    cutInHalf,
  ],
}

const criterion: GeneratedFormat = {
  name: 'criterion',
  parse: parseCriterion,
  valid: measured.map(({ mean, below }) => {
    const bounds = [mean * below, mean, mean * 1.1].map((ns) => `${ns.toFixed(3)} ns`).join(' ')
    return `sort/64                 time:   [${bounds}]\n                        thrpt:  [1.0 MiB/s 1.1 MiB/s 1.2 MiB/s]\n`
  }),
  violations: [
    replaced('an estimate above its upper bound', /ns \d/, 'ns 99999', /time:/),
    replaced('an unknown unit', 'MiB/s', 'MiB/fortnight', /thrpt:/),
    { name: 'a cut line', change: (text) => text.slice(0, text.indexOf(' 1.2 MiB')), line: /thrpt:/ },
  ],
}

const clickbench: GeneratedFormat = {
  name: 'ClickBench',
  parse: parseClickbench,
  valid: fc
    .array(fc.tuple(seconds, seconds, seconds), { minLength: 1, maxLength: 43 })
    .map((result) =>
      pretty({ system: 'DuckDB', date: '2026-11-01', machine: 'c6a.4xlarge', cluster_size: 1, load_time: 10, result }),
    ),
  violations: [
    replaced('a negative load time', /"load_time": /, '"load_time": -', /load_time/),
    replaced('a time that is not a number', /("result": \[\s+\[\s+)[\d.e-]+/, '$1"fast"', /"fast"/),
    cutInHalf,
  ],
}

const memtier: GeneratedFormat = {
  name: 'memtier_benchmark',
  parse: parseMemtier,
  valid: measured.map(({ count, seconds: time, clients, mean, below, above }) => {
    const totals = {
      ...{ Count: count, 'Ops/sec': Number((count / time).toFixed(2)), 'Average Latency': mean },
      ...{ 'Min Latency': mean * below, 'Max Latency': mean * above },
      'Percentile Latencies': {
        'p50.00': mean,
        'p99.00': mean * 1.5,
        'p99.90': mean * 1.6,
        'Histogram log format': {},
      },
    }
    return pretty({
      configuration: { clients, threads: 2, pipeline: 1, data_size: 32 },
      'ALL STATS': { Runtime: { 'Total duration': Math.round(time * 1000) }, Totals: totals, Sets: { 'Ops/sec': 0 } },
    })
  }),
  violations: [
    replaced('a rate that is not count by time', /"Ops\/sec": (\d)/, '"Ops/sec": 9$1', /Ops\/sec|Total duration|Count/),
    replaced('a negative latency', /"Average Latency": /, '"Average Latency": -', /Average Latency/),
    replaced('an unreadable rate', /"Ops\/sec": [\d.]+/, '"Ops/sec": "fast"', /Ops\/sec/),
    cutInHalf,
  ],
}

const goTpc: GeneratedFormat = {
  name: 'go-tpc',
  parse: parseGoTpc,
  valid: measured.map(({ count, seconds: time, mean }) => {
    const perMinute = ((count / Number(time.toFixed(1))) * 60).toFixed(1)
    const ms = (factor: number) => (mean * factor).toFixed(1)
    return [
      '[Current] NEW_ORDER - Takes(s): 1.0, Count: 1, TPM: 60.0, Sum(ms): 1.0, Avg(ms): 1.0',
      'Finished',
      `[Summary] NEW_ORDER - Takes(s): ${time.toFixed(1)}, Count: ${count}, TPM: ${perMinute}, Sum(ms): 1.0, Avg(ms): ${ms(1)}, 50th(ms): ${ms(1)}, 99th(ms): ${ms(2)}, Max(ms): ${ms(3)}`,
      `[Summary] PAYMENT_ERR - Takes(s): 1.0, Count: 1, TPM: 60.0, Sum(ms): 1.0, Avg(ms): 1.0`,
      `tpmC: ${perMinute}, tpmTotal: ${(Number(perMinute) * 2.2).toFixed(1)}, efficiency: 50.0%`,
      '',
    ].join('\n')
  }),
  violations: [
    replaced('a rate that is not count by time', /(\[Summary\] NEW_ORDER.*TPM: )(\d)/, '$19$2', /Summary\] NEW_ORDER/),
    replaced('a maximum below a percentile', /Max\(ms\): [\d.]+/, 'Max(ms): 0.1', /Summary\] NEW_ORDER/),
    replaced('more new orders than transactions', /tpmC: (\d)/, 'tpmC: 99$1', /tpmC/),
    { name: 'a cut summary', change: (text) => text.slice(0, text.indexOf('tpmC')), line: /PAYMENT_ERR/ },
  ],
}

const cassandraStress: GeneratedFormat = {
  name: 'cassandra-stress',
  parse: parseCassandraStress,
  valid: measured.map(({ count, seconds: time, clients, mean }) => {
    const whole = Math.ceil(time) + 30
    // Rates are printed as whole numbers.
    const partitions = count * 100
    const rate = Math.round(partitions / whole).toLocaleString('en-US')
    const two = (value: number) => String(value).padStart(2, '0')
    const ms = (factor: number) => `${(mean * factor).toFixed(1)} ms [WRITE: ${(mean * factor).toFixed(1)} ms]`
    return [
      `Running WRITE with ${clients} threads 5 minutes`,
      'Results:',
      `Op rate                   : ${rate} op/s  [WRITE: ${rate} op/s]`,
      `Partition rate            : ${rate} pk/s  [WRITE: ${rate} pk/s]`,
      `Latency mean              : ${ms(1)}`,
      `Latency median            : ${ms(0.9)}`,
      `Latency 99th percentile   : ${ms(2)}`,
      `Latency max               : ${ms(5)}`,
      `Total partitions          : ${partitions.toLocaleString('en-US')} [WRITE: ${partitions}]`,
      'Total errors              : 0 [WRITE: 0]',
      `Total operation time      : ${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`,
      'END',
      '',
    ].join('\n')
  }),
  violations: [
    replaced(
      'a rate that is not count by time',
      /Partition rate +: (\d)/,
      'Partition rate : 9$1',
      /Total operation time/,
    ),
    replaced('a negative rate', /(Op rate +: )/, '$1-', /Op rate/),
    replaced('a maximum below the mean', /(Latency max +: )[\d.]+/, '$10.0', /Latency max/),
    { name: 'a cut report', change: (text) => text.slice(0, text.indexOf('Total operation')), line: /Total errors/ },
  ],
}

const benchbase: GeneratedFormat = {
  name: 'BenchBase',
  parse: parseBenchbase,
  valid: measured.map(({ count, seconds: time, clients, mean, below, above }) =>
    pretty({
      'Elapsed Time (nanoseconds)': Math.round(time * 1e9),
      ...{ 'DBMS Type': 'POSTGRES', 'DBMS Version': '18.1', 'Benchmark Type': 'tpcc', 'Measured Requests': count },
      ...{ scalefactor: '1', terminals: String(clients) },
      'Latency Distribution': {
        'Minimum Latency (microseconds)': Math.floor(mean * below),
        'Average Latency (microseconds)': Math.round(mean),
        '99th Percentile Latency (microseconds)': Math.round(mean * 1.9),
        'Maximum Latency (microseconds)': Math.ceil(mean * above),
      },
      ...{ 'Throughput (requests/second)': count / time, 'Goodput (requests/second)': (count / time) * 0.99 },
    }),
  ),
  violations: [
    replaced(
      'a rate that is not count by time',
      /(Throughput \(requests\/second\)": )(\d)/,
      '$19$2',
      /Throughput|Requests|Elapsed/,
    ),
    replaced('more good requests than requests', /(Goodput \(requests\/second\)": )(\d)/, '$199$2', /Goodput/),
    replaced('a maximum below a percentile', /(Maximum Latency \(microseconds\)": )\d+/, '$10', /Maximum/),
    replaced('an unreadable count', /("Measured Requests": )\d+/, '$1"many"', /Measured Requests/),
    cutInHalf,
  ],
}

const tsbs: GeneratedFormat = {
  name: 'TSBS',
  parse: parseTsbs,
  valid: measured.map(({ count, seconds: time, clients, mean, below, above }) => {
    const ms = (value: number) => `${value.toFixed(2)}ms`
    const times = `min: ${ms(mean * below)}, med: ${ms(mean)}, mean: ${ms(mean)}, max: ${ms(mean * above)}, stddev: ${ms(1)}`
    const statistics = `${times}, sum: 1.0sec, count: ${count}`
    return [
      `Run complete after ${count} queries with ${clients} workers (Overall query rate ${(count / time).toFixed(2)} queries/sec):`,
      'TimescaleDB cpu over threshold, all hosts:',
      statistics,
      'all queries                              :',
      statistics,
      '',
    ].join('\n')
  }),
  violations: [
    replaced('a rate of NaN', /query rate [\d.]+/, 'query rate NaN', /query rate/),
    replaced('a maximum below the mean', /max: [\d.]+ms/, 'max: 0.01ms', /max: 0.01ms/),
    { name: 'cut output', change: (text) => text.slice(0, text.indexOf('min:')), line: /TimescaleDB/ },
  ],
}

/** Reports of tools that are not specific to one database. */
export const GENERATED_TOOL_FORMATS: readonly GeneratedFormat[] = [
  ...[hyperfine, redisBenchmark, k6, jmh, criterion, clickbench, memtier, goTpc, cassandraStress, benchbase, tsbs],
  vectordbbench,
]
