import { fixtureText, recordedFiles } from '@assay/testing/import/recorded-output'
import { describe, expect, test } from 'vitest'
import { importFiles } from '../import/import-files.ts'
import { plainProfileYaml } from '../import/profile/plain-profile.ts'
import { parseImportProfile } from '../import/profile/profile.ts'
import { unwrap } from '../result.ts'
import { recognizeFormat } from './registry.ts'

// Recorded output of real programs; RECORDED.md describes how it was recorded.

const files = recordedFiles()
const readText = fixtureText

const profile = unwrap(parseImportProfile(plainProfileYaml))
const overrides = {
  product: 'PostgreSQL',
  version: '15.18',
  hardware: { name: 'bench' },
  workload: 'small',
  clients: 2,
} as const

/** Outputs that give no result: failed or killed programs, runs without measurements, and contradictory reports. */
const FAILED = new Set([
  'db_bench-7.8.3/no_directory',
  'db_bench-7.8.3/no_such_benchmark',
  'fio-3.33/full_disk',
  'fio-3.33/killed',
  'fio-3.33/no_directory',
  'hyperfine-1.15.0/failed.json',
  'pgbench-15/killed',
  'pgbench-15/lost.connection',
  'pgbench-15/no.server',
  'pgbench-15/script.error',
  'redis-benchmark-7.0.15/no_server',
  // The last report counts from the last checkpoint, but its total time is that of the whole run.
  'sysbench-1.0.20/checkpoints.mysql',
  'sysbench-1.0.20/checkpoints.pgsql',
  'sysbench-1.0.20/cleanup.pgsql',
  'sysbench-1.0.20/killed.mysql',
  'sysbench-1.0.20/killed.pgsql',
  'sysbench-1.0.20/lost_connection.pgsql',
  'sysbench-1.0.20/no_server.mysql',
  'sysbench-1.0.20/no_server.pgsql',
  'sysbench-1.0.20/no_table.mysql',
  'sysbench-1.0.20/no_table.pgsql',
  'sysbench-1.0.20/prepare.mysql',
  'sysbench-1.0.20/prepare.pgsql',
  // The program crashed with a segmentation fault when the server closed its connections.
  'sysbench-1.0.20/reconnects.mysql',
])

/** Unsupported formats. They are reported as such and never guessed at. */
const UNKNOWN = new Set([
  'fio-3.33/randread.terse3',
  'fio-3.33/randread.terse5',
  'hyperfine-1.15.0/console',
  'perf-6.1/stat.interval',
  'perf-6.1/stat.interval.csv',
  'pgbench-15/init',
  'pgbench-15/init.steps',
  'procps-4.0.2/vmstat.disks',
])

/** Files that are read in part, with a problem that names the line. */
const PARTLY_READ = new Set(['fio-3.33/status_interval'])

/** True for samplers, logs and query plans, which need the output of a benchmark. */
const isCompanion = (path: string) =>
  /^(?:procps|sysstat|dstat|perf|time|postgres|mariadb)-|^pgbench-15\/log\./.test(path)

const benchmarks = files.filter(
  (path) => !FAILED.has(path) && !UNKNOWN.has(path) && !PARTLY_READ.has(path) && !isCompanion(path),
)

test('each listed file exists', () => {
  expect([...FAILED, ...UNKNOWN, ...PARTLY_READ].filter((path) => !files.includes(path))).toEqual([])
  expect(benchmarks.length).toBeGreaterThan(50)
})

test.each([...FAILED])('%s: no result', (path) => {
  const read = importText(path, readText(path))
  const { documents, problems, ignored } = read
  expect(ratesOf(read)).toEqual([])
  expect(problems.length + ignored.length + documents.length).toBeGreaterThan(0)
})

test.each([...UNKNOWN])('%s: reported as unknown', (path) => {
  const { documents, problems, ignored } = importText(path, readText(path))
  expect([documents, problems]).toEqual([[], []])
  expect(ignored.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^(?:not benchmark output|JSON) that is (?:not )?known here/),
  ])
})

test.each([...PARTLY_READ])('%s: a problem names the line', (path) => {
  expect(importText(path, readText(path)).problems.some(({ line }) => line !== undefined)).toBe(true)
})

describe.each(benchmarks)('%s', (path) => {
  test('every rate that the program printed is the rate of a result', () => {
    const printed = printedRates(path)
    expect(printed.length).toBeGreaterThan(0)
    const rates = ratesOf(importText(path, readText(path)))
    const isRead = ({ value, by }: Printed) => rates.some((rate) => Math.abs(rate - value) <= by)
    expect(printed.filter((one) => !isRead(one))).toEqual([])
  })

  test('a truncated file only gives rates that the whole file has', () => {
    const text = readText(path)
    const whole = new Set(ratesOf(importText(path, text)))
    for (let part = 1; part < 12; part++) {
      const rates = ratesOf(importText(path, text.slice(0, Math.floor((text.length * part) / 12))))
      expect([part, rates.filter((rate) => !whole.has(rate))]).toEqual([part, []])
    }
  })
})

test.each(files.filter((path) => /\/(?:vmstat(?!\.disks)|iostat(?!\.json))/.test(path)))(
  '%s is recognized by its content',
  (path) => {
    expect(recognizeFormat('anything.txt', readText(path))?.kind).toBe(path.includes('/vmstat') ? 'vmstat' : 'iostat')
  },
)

/** A number as a program printed it, and half of the unit of its last digit. */
type Printed = { value: number; by: number }

/** Rates by the lines that state them, found without the parsers under test. */
function printedRates(path: string): Printed[] {
  const text = readText(path)
  const find = (pattern: RegExp): Printed[] =>
    [...text.matchAll(pattern)].map(([, digits = '']) => ({
      value: Number(digits),
      by: 0.5 * 10 ** -(digits.split('.')[1]?.length ?? 0) * 1.0001,
    }))
  const [tool] = path.split('-')
  if (tool === 'sysbench') {
    const [last] = find(/^ +queries: +\d+ +\(([\d.]+) per sec\.\)/gm).slice(-1)
    return last === undefined ? [eventsPerSecond(text)] : [last]
  }
  if (tool === 'pgbench') return find(/^tps = ([\d.]+) \((?:without|including reconnection)/gm)
  if (tool === 'db_bench') return find(/^\w+ +: +[\d.]+ micros\/op (\d+) ops\/sec/gm)
  if (tool === 'ycsb') {
    return [
      ...find(/^\[OVERALL\], Throughput\(ops\/sec\), ([\d.]+)$/gm),
      ...find(/"Throughput\(ops\/sec\)",\s+"value" : ([\d.]+)/g),
    ]
  }
  if (path.startsWith('go-ycsb')) {
    return [
      ...find(/^Run finished[\s\S]*?^TOTAL +- .*?OPS: ([\d.]+)/gm),
      ...find(/"OPS":"([\d.]+)","Operation":"TOTAL"/g),
      ...find(/^\| TOTAL +\|[^|]+\|[^|]+\| +([\d.]+)/gm),
    ]
  }
  if (tool === 'go') return find(/^tpmC: ([\d.]+),/gm)
  if (tool === 'google' && !path.endsWith('.json')) return googleRates(text)
  if (tool === 'google') return itemRates(text)
  if (path.endsWith('commands.csv')) return find(/^[^\n]*?services(?:,[\d.]+){2},([\d.]+)/gm)
  if (path === 'jmh-1.37/console') return consoleForks(text)
  if (path === 'k6-1.8.1/console') return find(/^ +http_reqs\.+: \d+ +([\d.]+)\/s/gm)
  if (tool === 'redis') return [...find(/^"[^"]+","([\d.]+)"/gm), ...find(/([\d.]+) requests per second/g)]
  // The mean of several runs is printed last, after the best and the worst.
  if (tool === 'memtier') {
    return [...find(/^Totals +([\d.]+)/gm), ...find(/"Totals":\{\s*"Count": \d+\s*,"Ops\/sec": ([\d.]+)/g)].slice(-1)
  }
  if (tool === 'criterion') return find(/thrpt: +\[\S+ \S+ ([\d.]+) Melem/g).map(inMillions)
  if (tool === 'psql') return streamTimes(text)
  if (tool === 'hyperfine' || tool === 'jmh' || tool === 'k6') return jsonRates(text)
  return fioRates(text)
}

/** Seconds of each query of a stream that the server accepted, which has no rates. */
const streamTimes = (text: string): Printed[] =>
  text
    .split('-- end query')
    .slice(0, -1)
    .filter((query) => !query.includes('ERROR'))
    .map((query) => {
      const times = [...query.matchAll(/^Time: ([\d.]+) ms$/gm)].map(([, ms]) => Number(ms))
      return { value: times.reduce((sum, ms) => sum + ms, 0) / 1_000, by: 1e-6 }
    })

const inMillions = ({ value, by }: Printed): Printed => ({ value: value * 1e6, by: by * 1e6 })

/** Rates of k6 and JMH, and times of hyperfine, which prints no rates. */
function jsonRates(text: string): Printed[] {
  const exact = (value: number): Printed => ({ value, by: value * 1e-9 })
  const report: JsonRates = JSON.parse(text)
  if (!Array.isArray(report)) {
    const rate = report.metrics?.http_reqs.rate
    return rate === undefined ? (report.results ?? []).flatMap(({ times }) => times.map(exact)) : [exact(rate)]
  }
  const forks = report.flatMap(({ primaryMetric: { scoreUnit, rawData = [] } }) =>
    scoreUnit === 'ops/ms' ? rawData : [],
  )
  return forks.map((fork) => exact((1000 * fork.reduce((sum, rate) => sum + rate, 0)) / fork.length))
}
type JsonRates =
  | { primaryMetric: { scoreUnit: string; rawData?: number[][] } }[]
  | { metrics?: { http_reqs: { rate: number } }; results?: { times: number[] }[] }

/** Rates of Google Benchmark: each repetition, or the medians where only aggregates were printed. */
function itemRates(text: string): Printed[] {
  const { benchmarks }: { benchmarks: Record<string, string | number>[] } = JSON.parse(text)
  const repetitions = benchmarks.filter(({ run_type }) => run_type === 'iteration')
  const medians = benchmarks.filter(({ aggregate_name }) => aggregate_name === 'median')
  return (repetitions.some(({ items_per_second }) => items_per_second !== undefined) ? repetitions : medians)
    .map(({ items_per_second }) => Number(items_per_second))
    .filter(Number.isFinite)
    .map((value) => ({ value, by: value * 1e-9 }))
}

/** Rates of Google Benchmark on the console and in CSV, with six digits; of its aggregates none is a result. */
const googleRates = (text: string): Printed[] =>
  [...text.matchAll(/items_per_second=([\d.]+)M\/s|^"[^"_]+"(?:,[^,]+){4},,([\d.e+]+),/gm)].map(
    ([, millions, plain]) => {
      const value = millions === undefined ? Number(plain) : Number(millions) * 1e6
      return { value, by: value * 1e-5 }
    },
  )

/** Means of the iterations of each fork that JMH measures as throughput in operations per millisecond. */
const consoleForks = (text: string): Printed[] =>
  text
    .split(/^# Fork: .*$/m)
    .map((fork) => [...fork.matchAll(/^Iteration +\d+: ([\d.]+) ops\/ms$/gm)].map(([, rate]) => Number(rate)))
    .filter((rates) => rates.length > 0)
    .map((rates) => ({ value: (1000 * rates.reduce((sum, rate) => sum + rate, 0)) / rates.length, by: 0.5 }))

/** Rates of fio: operations divided by milliseconds, summed over the jobs of one name; JSON has the exact rate. */
function fioRates(text: string): Printed[] {
  const job = /^(\w+): \(groupid=[\s\S]*?(?:IOPS=.*\/(\d+)msec\))[\s\S]*?issued rwts: total=(\d+),(\d+),/gm
  const rates = [...text.matchAll(job)].map(([, name = '', milliseconds, reads, writes]) => ({
    name,
    value: (1000 * (Number(reads) || Number(writes))) / Number(milliseconds),
  }))
  if (rates.length === 0) {
    const [, exact] = /"iops" : ([\d.]+)/.exec(text) ?? []
    return [{ value: Number(exact), by: 1e-6 }]
  }
  const sums = Map.groupBy(rates, ({ name }) => name)
  return [...sums.values()].map((jobs) => ({ value: jobs.reduce((sum, { value }) => sum + value, 0), by: jobs.length }))
}

function eventsPerSecond(text: string): Printed {
  const [, seconds = ''] = /total time: +([\d.]+)s/.exec(text) ?? []
  const [, events = ''] = /total number of events: +(\d+)/.exec(text) ?? []
  const value = Number(events) / Number(seconds)
  // The cpu and memory tests print a rate that excludes the start of the threads.
  return { value, by: value * 0.05 }
}

const importText = (path: string, text: string) =>
  importFiles([{ path: `${path.replace('/', '_')}.out`, text }], { profile, overrides })

/** Values of the metrics that are rates, and the times of hyperfine. */
const ratesOf = ({ documents }: ReturnType<typeof importFiles>): number[] =>
  documents.flatMap(({ metricNames, results }) =>
    results.flatMap(({ values }) =>
      values.filter((value, at): value is number => value !== null && RATE.test(metricNames[at] ?? '')),
    ),
  )
const RATE = /^(?:qps|tps|NOPM|ops\/s|items\/s|[rw]\/s|time_s)$/
