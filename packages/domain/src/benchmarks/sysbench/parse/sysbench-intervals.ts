import { packNumbers } from '../../../parse/pack-numbers.ts'

/**
 * The samples of `--report-interval` as columns of equal length. A column that the test does not print (tps of the cpu
 * test) is absent; a value that one line lacks is null.
 */
export type SysbenchIntervals = {
  /** Seconds from the start of the measured part to the end of each interval, as printed between the brackets. */
  seconds: number[]
  /** Distance between samples; null when it varies or when there is only one sample. */
  intervalSeconds: number | null
  /** The percentile of the latency column, such as 95. */
  percentile: number | null
  columns: Partial<Record<SysbenchIntervalColumn, (number | null)[]>>
}

export type SysbenchIntervalColumn =
  | 'threads'
  | 'tps'
  | 'qps'
  | 'readQps'
  | 'writeQps'
  | 'otherQps'
  | 'eventsPerSecond'
  | 'latencyMs'
  | 'errorsPerSecond'
  | 'reconnectsPerSecond'
  | 'readMibPerSecond'
  | 'writtenMibPerSecond'
  | 'fsyncsPerSecond'
  | 'transferredMibPerSecond'

export type SysbenchInterval = {
  seconds: number
  percentile: number | null
  values: Partial<Record<SysbenchIntervalColumn, number>>
}

const NUMBER = String.raw`(\d{1,15}(?:\.\d{1,15})?)`
const pattern = (source: string) => new RegExp(source.replaceAll('N', NUMBER))

/** The parts of an interval line in print order, and the columns that each fills. */
const PARTS: readonly (readonly [RegExp, readonly SysbenchIntervalColumn[]])[] = [
  [pattern('^thds: N(?: |$)'), ['threads']],
  [pattern('^tps: N(?: |$)'), ['tps']],
  [pattern('^eps: N(?: |$)'), ['eventsPerSecond']],
  [pattern('^qps: N(?: |$)'), ['qps']],
  [pattern(String.raw`^\(r/w/o: N/N/N\)(?: |$)`), ['readQps', 'writeQps', 'otherQps']],
  [pattern('^err/s:? N(?: |$)'), ['errorsPerSecond']],
  [pattern('^reconn/s: N(?: |$)'), ['reconnectsPerSecond']],
  [pattern('^reads: N MiB/s(?: |$)'), ['readMibPerSecond']],
  [pattern('^writes: N MiB/s(?: |$)'), ['writtenMibPerSecond']],
  [pattern('^fsyncs: N/s(?: |$)'), ['fsyncsPerSecond']],
  [pattern('^N MiB/sec(?: |$)'), ['transferredMibPerSecond']],
]
const LATENCY = pattern(String.raw`^lat(?:ency)? \(ms, ?(\d{1,3})%\): N(?: |$)`)

/** Recognizes a line of --report-interval. If it cannot be parsed then, it is a problem. */
export function isIntervalLine(line: string): boolean {
  return /^\[ *\d+s *\] /.test(line)
}

/** Parses one interval line; null when any part of it is not understood. */
export function readInterval(line: string): SysbenchInterval | null {
  const [head, seconds] = /^\[ *(\d{1,9})s *\] +/.exec(line) ?? []
  if (head === undefined) return null
  const interval: SysbenchInterval = { seconds: Number(seconds), percentile: null, values: {} }
  let rest = line.slice(head.length).trimEnd()
  while (rest !== '') {
    const part = readPart(rest, interval)
    if (part === null) return null
    rest = rest.slice(part.length).trimStart()
  }
  return Object.keys(interval.values).length === 0 ? null : interval
}

/** Adds the first part of `rest` to the interval and returns its text. */
function readPart(rest: string, interval: SysbenchInterval): string | null {
  const latency = LATENCY.exec(rest)
  if (latency !== null) {
    interval.percentile = Number(latency[1])
    interval.values.latencyMs = Number(latency[2])
    return latency[0]
  }
  for (const [part, columns] of PARTS) {
    const match = part.exec(rest)
    if (match === null) continue
    for (const [i, column] of columns.entries()) interval.values[column] = Number(match[i + 1])
    return match[0]
  }
  return null
}

/** Columns that become samples of a result. */
const SAMPLED: readonly SysbenchIntervalColumn[] = ['tps', 'qps', 'eventsPerSecond', 'latencyMs']

/** The intervals with only the columns that become samples, in little memory: an import holds those of all files at once. */
export function sampledColumns(intervals: SysbenchIntervals | null): SysbenchIntervals | null {
  if (intervals === null) return null
  const sampled = SAMPLED.flatMap((name) => {
    const column = intervals.columns[name]
    return column === undefined ? [] : [[name, packNumbers(column)]]
  })
  return { ...intervals, seconds: packNumbers(intervals.seconds), columns: Object.fromEntries(sampled) }
}

/** Converts interval lines to columns; null when there are none. */
export function intervalColumns(intervals: readonly SysbenchInterval[]): SysbenchIntervals | null {
  const [first] = intervals
  if (first === undefined) return null
  // The keys of a Partial<Record> are its names.
  const names = new Set(intervals.flatMap((interval) => Object.keys(interval.values) as SysbenchIntervalColumn[]))
  const seconds = intervals.map((interval) => interval.seconds)
  return {
    seconds,
    intervalSeconds: evenStep(seconds),
    percentile: intervals.every(({ percentile }) => percentile === first.percentile) ? first.percentile : null,
    columns: Object.fromEntries([...names].map((name) => [name, intervals.map(({ values }) => values[name] ?? null)])),
  }
}

function evenStep(seconds: readonly number[]): number | null {
  const step = (seconds[1] ?? 0) - (seconds[0] ?? 0)
  if (seconds.length < 2 || step <= 0) return null
  return seconds.every((second, i) => i === 0 || second - (seconds[i - 1] ?? 0) === step) ? step : null
}
