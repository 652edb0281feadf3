import { parseServerTables } from '@assay/domain/benchmarks/iibench/parse/server-table'
import { parseCsvMapping } from '@assay/domain/benchmarks/mapped-csv/csv-mapping'
import { parseMappedCsv } from '@assay/domain/benchmarks/mapped-csv/mapped-csv'
import { parseMetricsTable } from '@assay/domain/benchmarks/sysbench/parse/metrics-table'
import { parseSysbenchMetrics } from '@assay/domain/benchmarks/sysbench/parse/sysbench-metrics'
import { parsePerfStat } from '@assay/domain/companion-files/perf/perf-stat/parse-perf-stat'
import { parsePerfStatTable } from '@assay/domain/companion-files/perf/perf-stat/perf-stat-table'
import { parseFlameSvg } from '@assay/domain/companion-files/profiles/flame-svg/parse-flame-svg'
import { parsePmp } from '@assay/domain/companion-files/profiles/pmp/parse-pmp'
import { parseExecRecord } from '@assay/domain/import/exec-record'
import { unwrap } from '@assay/domain/result'
import fc from 'fast-check'
import type { GeneratedFormat, Violation } from './generated-format.ts'
import { GENERATED_SAMPLER_EXPORTS } from './generated-sampler-exports.ts'
import { GENERATED_SAMPLERS } from './generated-samplers.ts'

const replaced = (name: string, from: RegExp, to: string, line: RegExp): Violation => ({
  name,
  change: (text) => text.replace(from, to),
  line,
})

const positive = (max: number) => fc.integer({ min: 1, max })

/** Cost per operation of a machine at a given rate of operations. */
const load = fc.record({
  rate: fc.integer({ min: 1_000, max: 200_000 }),
  reads: positive(900),
  switches: positive(9_000),
  cpu: positive(99),
})

const stepMetrics: GeneratedFormat = {
  name: 'sb.met',
  parse: parseSysbenchMetrics,
  valid: load.map(({ rate, reads, switches, cpu }) => {
    const per = (total: number, digits: number) => (total / rate).toFixed(digits)
    const kb = reads * 16
    return [
      'iostat, vmstat normalized by operation rate',
      'samp\tr/s\trMB/s\tw/s\twMB/s\tr/o\trKB/o\twKB/o\to/s',
      `60\t${reads}.0\t${(kb / 1024).toFixed(1)}\t0.0\t0.0\t${per(reads, 3)}\t${per(kb, 3)}\t0.000\t${rate}.00`,
      '',
      'samp\tcs/s\tcpu/s\tcs/o\tcpu/o',
      `60\t${switches}\t${cpu}.0\t${per(switches, 3)}\t${per(cpu, 6)}`,
      '',
    ].join('\n')
  }),
  violations: [
    replaced('a rate that is not count by operation', /^60\t(\d+)\.0\t/m, '60\t9$199.0\t', /^60\t9/),
    replaced('a rate of NaN', /\d+\.00$/m, 'nan', /nan$/),
    replaced('CPUs busier than all', /(\t)\d+\.0(\t\d+\.\d{3}\t)/, '$11010.0$2', /1010/),
    { name: 'a cut last line', change: (text) => text.slice(0, -2), line: /^60\t\d+\t/ },
    { name: 'a cut table', change: (text) => text.replace(/\t[^\t]*\n$/, '\n'), line: /^60\t\d+\t/ },
  ],
}

const metricsTable: GeneratedFormat = {
  name: 'o.met',
  parse: parseMetricsTable,
  valid: fc.tuple(load, load).map(([a, b]) => {
    const cells = ({ rate, switches, cpu }: typeof a) => [
      (cpu / rate).toFixed(6),
      (switches / rate).toFixed(3),
      String(rate),
    ]
    const [of, base] = [cells(b), cells(a)]
    const ratios = of.map((cell, i) => {
      const [value, by] = [Number(cell), Number(base[i])]
      return by === 0 ? (value === 0 ? '1' : 'inf') : (value / by).toFixed(2)
    })
    const [ratio = '', ...others] = ratios
    return [
      'sb.met.point-query.range100.pk1.dop8',
      '--- absolute',
      'cpu/o\t\tcs/o\to/s\tdbms',
      `${base.join('\t')}\tx.pg176_def.x10a_c8r32.pk1`,
      `${of.join('\t')}\tx.pg180_def.x10a_c8r32.pk1`,
      '--- relative to first result',
      `${ratio}\t\t${others.join('\t')}\tx.pg180_def.x10a_c8r32.pk1`,
      '',
    ].join('\n')
  }),
  violations: [
    replaced('a ratio that is not value by base', /(\t)(\d+\.\d\d)(\tx\.pg180\S*\n)$/, '$1999$2$3', /999/),
    replaced('a negative rate', /\t(\d+)(\tx\.pg176)/, '\t-$1$2', /pg176/),
    replaced('a rate of NaN', /\t\d+(\tx\.pg176)/, '\tnan$1', /pg176/),
    { name: 'a cut name', change: (text) => text.slice(0, -3), line: /\.p$/ },
  ],
}

const IIBENCH =
  'ips qps rps rmbps wps wmbps rpq rkbpq wpi wkbpi csps cpups cspq cpupq dbgb1 dbgb2 rss maxop p50 p99 tag'

const serverTable: GeneratedFormat = {
  name: 'Insert Benchmark tables',
  parse: (text, file) => parseServerTables(text, file),
  valid: load.map(({ rate, reads, switches, cpu }) => {
    const per = (total: number) => (total / rate).toFixed(3)
    const row = [rate, 0, `${reads}.0`, '0.0', `${reads}.0`, '0.0', per(reads), '0.000', per(reads), '0.000']
    const rest = [switches, `${cpu}.0`, per(switches), 9, '1.5', '2.5', '0.0', '0.010', rate, Math.floor(rate / 2)]
    return `${IIBENCH.replaceAll(' ', '\t')}\n${[...row, ...rest].join('\t')}\t20m.my8021.cx6d\n`
  }),
  violations: [
    replaced('a rate that is not count by operation', /^(\d+\t0\t)(\d)/m, '$1999$2', /my8021/),
    replaced('a negative rate', /^(\d+\t0\t)/m, '$1-', /my8021/),
    replaced('a database smaller than without its logs', /1\.5\t2\.5/, '3.5\t2.5', /my8021/),
    replaced('a p99 above the p50', /(\d+)(\t20m)/, '9$1999$2', /my8021/),
    { name: 'a cut server', change: (text) => text.slice(0, -2), line: /cx6$/ },
    { name: 'a cut row', change: (text) => text.slice(0, text.lastIndexOf('\t') - 1), line: /\t/ },
  ],
}

const counts = fc.record({
  cycles: fc.integer({ min: 1_000_000, max: 9e11 }),
  perCycle: fc.integer({ min: 5, max: 400 }),
})

const perfStat: GeneratedFormat = {
  name: 'perf stat',
  parse: parsePerfStat,
  valid: counts.map(({ cycles, perCycle }) => {
    const instructions = Math.round((cycles * perCycle) / 100)
    const branches = Math.ceil(instructions / 5)
    const misses = Math.floor(branches / 40)
    const grouped = (value: number) => value.toLocaleString('en-US').padStart(20)
    return [
      '# started on Sat Nov 21 01:00:10 2026',
      '',
      " Performance counter stats for process id '7':",
      '',
      `${grouped(cycles)}      cycles                    #    2.500 GHz`,
      `${grouped(instructions)}      instructions              #    ${(instructions / cycles).toFixed(2)}  insn per cycle`,
      `${grouped(branches)}      branches                  #  100.000 M/sec`,
      `${grouped(misses)}      branch-misses             #    ${((100 * misses) / branches).toFixed(2)}% of all branches`,
      '',
      '      10.001234567 seconds time elapsed',
      '',
    ].join('\n')
  }),
  violations: [
    replaced('a ratio that is not that of its counters', /\d+\.\d\d( {2}insn)/, '99.99$1', /instructions/),
    replaced(
      'more misses than branches',
      /^ *([\d,]+)( +branch-misses) .*$/m,
      '999,999,999,999,999$2',
      /branch-misses/,
    ),
  ],
}

const perfTable: GeneratedFormat = {
  name: 'tables of perf stat',
  parse: parsePerfStatTable,
  valid: counts.map(({ cycles, perCycle }) => {
    const instructions = Math.round((cycles * perCycle) / 100)
    const rows = [
      ['cycles', cycles],
      ['instructions', instructions],
      ['ipc', (instructions / cycles).toFixed(3)],
      ['cache-references', 1_000_000],
      ['cache-misses', 10_000],
      ['LLC-loads', -1],
    ]
    return rows.map((row) => `${row.join('\t')}\n`).join('')
  }),
  violations: [
    replaced('a ratio that is not that of its counters', /^ipc\t/m, 'ipc\t99', /^ipc/),
    replaced('more misses than references', /^cache-misses\t/m, 'cache-misses\t999', /^cache-misses/),
    replaced('a negative count', /^cycles\t/m, 'cycles\t-', /^cycles/),
    { name: 'a cut last line', change: (text) => text.slice(0, -2), line: /^LLC/ },
  ],
}

const pmp: GeneratedFormat = {
  name: 'pmp',
  parse: parsePmp,
  valid: fc.array(positive(9_000), { minLength: 2, maxLength: 20 }).map((all) =>
    all
      .sort((a, b) => b - a)
      .map((count, i) => `${count} work${i},run,start_thread\n`)
      .join(''),
  ),
  violations: [
    { name: 'a count that grows', change: (text) => `${text}99999 more,start_thread\n`, line: /99999/ },
    { name: 'a cut last line', change: (text) => text.slice(0, -4), line: /start_th/ },
  ],
}

const flameGraph: GeneratedFormat = {
  name: 'flame graphs',
  parse: parseFlameSvg,
  valid: fc.tuple(positive(1_000), positive(1_000)).map(([a, b]) => {
    const total = a + b
    const box = (name: string, weight: number, x: number, y: number) =>
      `<g>\n<title>${name} (${weight.toLocaleString('en-US')} samples, ${((100 * weight) / total).toFixed(2)}%)</title><rect x="${((1000 * x) / total).toFixed(1)}" y="${y}" width="${((1000 * weight) / total).toFixed(1)}" height="15"/>\n</g>`
    return `<svg xmlns="http://www.w3.org/2000/svg">\n${box('all', total, 0, 32)}\n${box('a', a, 0, 16)}\n${box('b', b, a, 16)}\n</svg>\n`
  }),
  violations: [
    replaced(
      'a share that is not its weight',
      /(samples, )\d+(\.\d\d%\)<\/title><rect x="0\.0" y="16")/,
      '$1177$2',
      /<title>a/,
    ),
    replaced(
      'a frame that lies on no other',
      /x="[\d.]+"( y="16" width="[\d.]+" height="15"\/>\n<\/g>\n<\/svg>)/,
      'x="9999.0"$1',
      /<title>b/,
    ),
    { name: 'a cut file', change: (text) => text.slice(0, -8), line: /<\/g>/ },
  ],
}

const MAPPING = unwrap(
  parseCsvMapping(
    'schemaVersion: 1\ncolumns:\n  test: test\n  users: clients\n  QPS: { metric: qps }\nset: { benchmark: b, hardware: h, product: p, version: "1" }\n',
  ),
)

const mappedCsv: GeneratedFormat = {
  name: 'mapped CSV',
  parse: (text, file) => parseMappedCsv(text, file, MAPPING),
  valid: fc
    .array(fc.tuple(positive(64), positive(1e6)), { minLength: 1, maxLength: 9 })
    .map((rows) => `test,users,QPS\n${rows.map(([users, qps], i) => `t${i},${users},${qps}\n`).join('')}`),
  violations: [
    replaced('a negative rate', /^(t0,\d+,)/m, '$1-', /^t0/),
    { name: 'a cut row', change: (text) => text.replace(/,\d+\n$/, ''), line: /^t\d+,\d+$/ },
  ],
}

const execRecord: GeneratedFormat = {
  name: 'records of exec',
  parse: parseExecRecord,
  valid: fc.tuple(positive(256), positive(86_400)).map(([cpus, seconds]) => {
    const record = {
      ...{ assayExec: 1, test: 't', testGiven: false, command: 'sysbench t run', outcome: 'finished', exitCode: 0 },
      startedAt: '2026-01-02T03:04:05.000Z',
      finishedAt: new Date(Date.UTC(2026, 0, 2, 3, 4, 5) + seconds * 1_000).toISOString(),
      ...{ files: { output: 't.txt' }, sampleSeconds: 1, cpus },
      facts: { hardware: { name: 'box', cores: cpus }, testbed: { cpuLimit: cpus / 2, smt: false } },
    }
    return `${JSON.stringify(record, null, 2)}\n`
  }),
  violations: [
    replaced('a finished test with an exit code', /"exitCode": 0/, '"exitCode": 3', /exitCode/),
    replaced('a failed test without one', /"outcome": "finished"/, '"outcome": "failed"', /exitCode/),
    replaced('an end before the start', /"finishedAt": "20/, '"finishedAt": "19', /finishedAt/),
    replaced('a limit above the machine', /"cpuLimit": /, '"cpuLimit": 999', /cpuLimit/),
    replaced('more cores than logical CPUs', /"cores": /, '"cores": 9', /cores/),
  ],
}

/** Formats other than reports of benchmarks: tables, counters, profiles and records, with their violations. */
export const GENERATED_COMPANION_FORMATS: readonly GeneratedFormat[] = [
  ...[stepMetrics, metricsTable, serverTable, perfStat, perfTable, pmp, flameGraph, mappedCsv, execRecord],
  ...GENERATED_SAMPLERS,
  ...GENERATED_SAMPLER_EXPORTS,
]
