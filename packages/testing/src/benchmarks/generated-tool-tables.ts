import { parseAnnExport } from '@assay/domain/benchmarks/ann-benchmarks/ann-benchmarks-export'
import { parseBenchbaseWindows } from '@assay/domain/benchmarks/benchbase/benchbase-windows'
import { parseCriterionEstimates } from '@assay/domain/benchmarks/criterion/criterion-estimates'
import { parseGoYcsb } from '@assay/domain/benchmarks/go-ycsb/go-ycsb-output'
import { parseGoogleBenchmarkConsole } from '@assay/domain/benchmarks/google-benchmark/google-benchmark-console'
import { parseGoogleBenchmarkCsv } from '@assay/domain/benchmarks/google-benchmark/google-benchmark-csv'
import { parseHyperfineCsv } from '@assay/domain/benchmarks/hyperfine/hyperfine-csv'
import { parseJmhConsole } from '@assay/domain/benchmarks/jmh/jmh-console'
import { parseJmhCsv, parseJmhTable } from '@assay/domain/benchmarks/jmh/jmh-table'
import { parseK6Console } from '@assay/domain/benchmarks/k6/k6-console'
import { parseRedisBenchmark } from '@assay/domain/benchmarks/redis-benchmark/redis-benchmark-report'
import fc from 'fast-check'
import { cutInHalf, type GeneratedFormat, measured, pretty, replaced } from './generated-format.ts'

const hyperfineCsv: GeneratedFormat = {
  name: 'hyperfine CSV',
  parse: parseHyperfineCsv,
  valid: measured.map(
    ({ mean, below, above }) =>
      `command,mean,stddev,median,user,system,min,max,parameter_n\n"sort -k ""1,2""",${mean},0.1,${mean},0.5,0.25,${mean * below},${mean * above},8\n`,
  ),
  violations: [
    replaced('a maximum below the mean', /,[\d.e-]+,8\n/, ',0.001,8\n', /^"sort/),
    replaced('a negative time', ',0.5,', ',-0.5,', /^"sort/),
    replaced('a time that is not a number', ',0.5,', ',fast,', /^"sort/),
    replaced('a lost cell', ',0.25,', ',', /^"sort/),
    { name: 'a cut line', change: (text) => text.slice(0, -4), line: /^"sort/ },
  ],
}

const googleBenchmarkCsv: GeneratedFormat = {
  name: 'Google Benchmark CSV',
  parse: parseGoogleBenchmarkCsv,
  valid: measured.map(({ mean, below, above, clients }) => {
    const row = (name: string, time: number) =>
      `"${name}",1000,${time.toPrecision(6)},${time.toPrecision(6)},us,,5e+06,,,,7`
    const name = `BM_Sort/64/threads:${clients}`
    return [
      '2026-11-22T18:18:05+00:00',
      'name,iterations,real_time,cpu_time,time_unit,bytes_per_second,items_per_second,label,error_occurred,error_message,"rows"',
      ...[mean * below, mean, mean * above].map((time) => row(name, time)),
      ...['mean', 'median', 'stddev'].map((aggregate) => row(`${name}_${aggregate}`, mean)),
      '',
    ].join('\n')
  }),
  violations: [
    replaced('a median outside of its repetitions', /(_median",1000,)[\d.e+]+/, '$19e9', /_median/),
    replaced('an unknown unit', /,us,/, ',fortnight,', /fortnight/),
    replaced('a negative time', /(",1000,)(\d)/, '$1-$2', /^"BM_Sort/),
    replaced('a time that is not a number', /(",1000,)[\d.e+]+/, '$1fast', /fast/),
    { name: 'a cut line', change: (text) => text.slice(0, -30), line: /_stddev/ },
  ],
}

const googleBenchmarkConsole: GeneratedFormat = {
  name: 'Google Benchmark console',
  parse: parseGoogleBenchmarkConsole,
  valid: measured.map(({ mean, clients }) =>
    [
      'Run on (2 X 2600 MHz CPU s)',
      '-'.repeat(80),
      'Benchmark                  Time             CPU   Iterations UserCounters...',
      '-'.repeat(80),
      `BM_Sort/64/threads:${clients}      ${mean.toPrecision(3)} ns      ${mean.toPrecision(3)} ns        44041 items_per_second=209.8M/s rows=64`,
      'BM_Sort_BigO            1.25 NlgN       1.20 NlgN ',
      '',
    ].join('\n'),
  ),
  violations: [
    replaced('a row without its iterations', '        44041 ', ' ', /BM_Sort\//),
    replaced('a negative time', /(threads:\d+ +)(\d)/, '$1-$2', /BM_Sort\//),
    replaced('units that differ', / ns( +44041)/, ' ms$1', /BM_Sort\//),
    { name: 'a cut line', change: (text) => text.slice(0, -4), line: /BM_Sort_BigO/ },
  ],
}

const jmhCsv: GeneratedFormat = {
  name: 'JMH CSV',
  parse: parseJmhCsv,
  valid: measured.map(
    ({ mean, clients }) =>
      `"Benchmark","Mode","Threads","Samples","Score","Score Error (99.9%)","Unit","Param: rows"\n` +
      `"bench.Sort.sum","sample",${clients},900,${mean.toFixed(6)},1.0,"us/op",100\n` +
      `"bench.Sort.sum:p0.50","sample",${clients},1,${mean.toFixed(6)},NaN,"us/op",100\n` +
      `"bench.Sort.sum:p0.99","sample",${clients},1,${(mean * 2).toFixed(6)},NaN,"us/op",100\n`,
  ),
  violations: [
    replaced('percentiles that fall', /(p0\.99","sample",\d+,1,)[\d.]+/, '$10.001', /p0\.99/),
    replaced('an unknown unit', 'us/op', 'fortnights/op', /fortnights/),
    replaced('no threads', /"sample",\d+/, '"sample",0', /"sample",0/),
    replaced('a negative score', ',900,', ',900,-', /,900,-/),
    { name: 'a cut line', change: (text) => text.slice(0, -8), line: /p0\.99/ },
  ],
}

const jmhTable: GeneratedFormat = {
  name: 'JMH table',
  parse: parseJmhTable,
  valid: measured.map(({ mean }) =>
    [
      'Benchmark         (rows)    Mode    Cnt       Score     Error   Units',
      `Sort.sort            100   thrpt      6  ${mean.toFixed(3)} ± 143.320  ops/ms`,
      `Sort.sum             100  sample  34747  ${mean.toFixed(3)} ±   2.976   us/op`,
      `Sort.sum:p0.50       100  sample         ${mean.toFixed(3)}             us/op`,
      `Sort.sum:p0.99       100  sample         ${(mean * 2).toFixed(3)}             us/op`,
      '',
    ].join('\n'),
  ),
  violations: [
    replaced('percentiles that fall', /(p0\.99 +100 +sample +)[\d.]+/, '$10.001', /p0\.99/),
    replaced('an unknown unit', 'ops/ms', 'ops/fortnight', /fortnight/),
    replaced('a row without its parameter', /(Sort\.sort +)100/, '$1   ', /Sort\.sort/),
    replaced('a score without digits', /(thrpt +6 +)[\d.]+/, '$1≈10⁻³', /Sort\.sort/),
    { name: 'a cut line', change: (text) => text.slice(0, -4), line: /p0\.99/ },
  ],
}

const jmhConsole: GeneratedFormat = {
  name: 'JMH console',
  parse: parseJmhConsole,
  valid: measured.map(({ mean, below, clients }) =>
    [
      '# JMH version: 1.37',
      '# VM version: JDK 17.0.15, OpenJDK 64-Bit Server VM, 17.0.15+6',
      `# Threads: ${clients} ${clients === 1 ? 'thread' : 'threads'}, will synchronize iterations`,
      '# Benchmark mode: Throughput, ops/time',
      '# Benchmark: bench.Sort.sort',
      '# Parameters: (rows = 100, kind = btree)',
      ...[1, 2].flatMap((fork) => [
        `# Fork: ${fork} of 2`,
        '# Warmup Iteration   1: 1.000 ops/ms',
        `Iteration   1: ${(mean * below).toFixed(3)} ops/ms`,
        `Iteration   2: ${mean.toFixed(3)} ops/ms`,
      ]),
      'Result "bench.Sort.sort":',
      `  ${((mean * below + mean) / 2).toFixed(3)} ±(99.9%) 1.000 ops/ms [Average]`,
      '',
    ].join('\n'),
  ),
  violations: [
    replaced('a score that is not the mean', /^ {2}[\d.]+ ±/m, '  99999.000 ±', /Average/),
    replaced('an iteration without a value', /^Iteration {3}2: .*$/m, 'Iteration   2: <failure>', /failure/),
    replaced('an unknown unit', /ops\/ms/g, 'ops/fortnight', /JMH version/),
    { name: 'a cut report', change: (text) => text.slice(0, text.indexOf('Result "')), line: /JMH version/ },
  ],
}

const k6Console: GeneratedFormat = {
  name: 'k6 console',
  parse: parseK6Console,
  valid: measured.map(({ count, seconds, clients, mean, below, above }) => {
    const ms = (value: number) => (value < 1000 ? `${value.toFixed(2)}ms` : `${(value / 1000).toFixed(2)}s`)
    const trend = `avg=${ms(mean)} min=${ms(mean * below)} med=${ms(mean)} max=${ms(mean * above)} p(95)=${ms(mean * 1.5)}`
    const rate = `${count} ${(count / seconds).toFixed(6)}/s`
    return [
      `     scenarios: (100.00%) 1 scenario, ${clients} max VUs, 10m30s max duration`,
      '    checks_failed......: 0.00%   0 out of 60',
      `    http_req_duration..............: ${trend}`,
      '    http_req_failed................: 0.00%  0 out of 60',
      `    http_reqs......................: ${rate}`,
      `    iteration_duration.............: ${trend}`,
      `    iterations.....................: ${rate}`,
      '',
    ].join('\n')
  }),
  violations: [
    replaced('a maximum below the average', /max=\S+/, 'max=1ns', /http_req_duration/),
    replaced('a time without a unit', /avg=([\d.]+)m?s/, 'avg=$1', /http_req_duration/),
    replaced('no count of requests', /http_reqs\.+: /, '$&none ', /http_reqs/),
    { name: 'a cut line', change: (text) => text.slice(0, -4), line: /iterations/ },
  ],
}

const criterionEstimates: GeneratedFormat = {
  name: 'criterion estimates',
  parse: parseCriterionEstimates,
  valid: measured.map(({ mean, below }) => {
    const estimate = {
      confidence_interval: { confidence_level: 0.95, lower_bound: mean * below, upper_bound: mean * 1.1 },
      ...{ point_estimate: mean, standard_error: 1 },
    }
    return pretty({ mean: estimate, median: estimate, median_abs_dev: estimate, slope: null, std_dev: estimate })
  }),
  violations: [
    replaced('an estimate above its upper bound', /"upper_bound": [\d.e-]+/, '"upper_bound": 0.001', /_bound|estimate/),
    replaced('a negative lower bound', /"lower_bound": /, '"lower_bound": -', /lower_bound/),
    replaced(
      'an estimate that is not a number',
      /"point_estimate": [\d.e-]+/,
      '"point_estimate": "x"',
      /point_estimate/,
    ),
    cutInHalf,
  ],
}

const benchbaseWindows: GeneratedFormat = {
  name: 'BenchBase windows',
  parse: parseBenchbaseWindows,
  valid: fc
    .array(measured, { minLength: 2, maxLength: 8 })
    .map((windows) =>
      [
        'Time (seconds),Throughput (requests/second),Average Latency (millisecond),Minimum Latency (millisecond),Median Latency (millisecond),99th Percentile Latency (millisecond),Maximum Latency (millisecond),tp (req/s) scaled',
        ...windows.map(({ count, mean, below, above }, i) =>
          [i * 5, count / 5, mean, mean * below, mean, mean * 1.5, mean * above, 1000 / mean]
            .map((value, at) => (at === 0 ? value : value.toFixed(3)))
            .join(','),
        ),
        '',
      ].join('\n'),
    ),
  violations: [
    replaced('a maximum below the average', /^0,((?:[^,]+,){5})[^,]+/m, '0,$10.001', /^0,/),
    replaced('a negative rate', /^0,/m, '0,-', /^0,/),
    replaced('a lost cell', /^5,[^,]+,/m, '5,', /^5,/),
    { name: 'a cut line', change: (text) => text.slice(0, -3), line: /^\d+,/ },
  ],
}

const goYcsb: GeneratedFormat = {
  name: 'go-ycsb',
  parse: parseGoYcsb,
  valid: measured.map(({ count, seconds, clients, mean, below, above }) => {
    const takes = seconds.toFixed(1)
    const operation = (name: string, operations: number) =>
      `${name.padEnd(6)} - Takes(s): ${takes}, Count: ${operations}, OPS: ${(operations / Number(takes)).toFixed(1)}, ` +
      `Avg(us): ${Math.floor(mean)}, Min(us): ${Math.floor(mean * below)}, Max(us): ${Math.ceil(mean * above)}, ` +
      `50th(us): ${Math.floor(mean)}, 99th(us): ${Math.ceil(mean * 1.5)}`
    return [
      '***************** properties *****************',
      `"threadcount"="${clients}"`,
      '"dotransactions"="true"',
      operation('READ', 7),
      `Run finished, takes ${takes}s`,
      operation('READ', count),
      operation('TOTAL', count * 2),
      operation('UPDATE', count),
      '',
    ].join('\n')
  }),
  violations: [
    replaced('a rate that is not count by time', /(finished[\s\S]*?READ.*?OPS: )(\d)/, '$19$2', /^READ/),
    replaced('a total that is not the sum', /(TOTAL.*?Count: )(\d)/, '$19$2', /^TOTAL/),
    replaced('a maximum below the average', /(UPDATE.*?Max\(us\): )\d+/, '$11', /^UPDATE/),
    { name: 'a cut line', change: (text) => text.slice(0, -25), line: /^UPDATE/ },
  ],
}

const annBenchmarks: GeneratedFormat = {
  name: 'ann-benchmarks',
  parse: parseAnnExport,
  valid: measured.map(
    ({ mean, below, seconds }) =>
      'algorithm,parameters,count,k-nn,epsilon,largeepsilon,rel,qps,p50,p95,p99,p999,distcomps,build,candidates,indexsize,queriessize,dataset\n' +
      `pgvector,"PGVector(m=16, ef_search=40)",10,${(below / 1.01).toFixed(4)},0.9,0.9,1.0,${mean},${mean * below},${mean},${mean * 2},${mean * 3},0.0,${seconds},10.0,2048,1.5,sift-128-euclidean\n`,
  ),
  violations: [
    replaced('a recall above 1', /",10,[\d.]+/, '",10,1.5', /^pgvector/),
    replaced('a negative rate', /,1\.0,(\d)/, ',1.0,-$1', /^pgvector/),
    replaced('a rate that is not a number', /,1\.0,[\d.]+/, ',1.0,fast', /^pgvector/),
    replaced('a lost cell', ',2048,', ',', /^pgvector/),
    { name: 'a cut line', change: (text) => text.slice(0, -4), line: /^pgvector/ },
  ],
}

const redisBenchmarkCsv: GeneratedFormat = {
  name: 'redis-benchmark CSV without a header',
  parse: parseRedisBenchmark,
  valid: measured.map(({ mean }) => `"PING_INLINE","${mean.toFixed(2)}"\n"GET","${mean.toFixed(2)}"\n`),
  violations: [
    replaced('a negative rate', '"GET","', '"GET","-', /GET/),
    replaced('a rate of NaN', /"GET","[\d.]+/, '"GET","nan', /GET/),
    replaced('a row without its rate', /"GET","[\d.]+"/, '"GET"', /GET/),
    { name: 'a cut line', change: (text) => text.slice(0, -3), line: /GET/ },
  ],
}

/** Formats in which tools of `generated-tool-formats.ts` and others write the same figures as tables or text. */
export const GENERATED_TOOL_TABLES: readonly GeneratedFormat[] = [
  ...[hyperfineCsv, googleBenchmarkCsv, googleBenchmarkConsole, jmhCsv, jmhTable, jmhConsole],
  ...[k6Console, criterionEstimates, benchbaseWindows, goYcsb, annBenchmarks, redisBenchmarkCsv],
]
