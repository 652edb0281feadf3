import { countFigure, decimalFigure, type Figure, type Figures } from '../../../parse/invariants/figure.ts'
import {
  atMost,
  type Invariant,
  noneWithout,
  ordered,
  rateIsCountByTime,
  sumOf,
} from '../../../parse/invariants/invariants.ts'
import type { ReportKey, ReportLine } from './sysbench-report.ts'

/** Names of the figures of a report line, in print order; `#` marks counts. */
const NAMES: Partial<Record<ReportKey, readonly string[]>> = {
  read: ['#read queries'],
  write: ['#write queries'],
  other: ['#other queries'],
  total: ['#total queries'],
  transactions: ['#transactions', 'transactions per second'],
  queries: ['#queries', 'queries per second'],
  ignoredErrors: ['#ignored errors', 'ignored errors per second'],
  reconnects: ['#reconnects', 'reconnects per second'],
  eventsPerSecond: ['events per second'],
  elapsed: ['elapsed time'],
  events: ['#events'],
  min: ['minimum latency'],
  avg: ['average latency'],
  max: ['maximum latency'],
  percentile: ['#percentile', 'percentile latency'],
  sum: ['sum of latencies'],
  fairnessEvents: ['events per thread', 'standard deviation of events'],
  fairnessSeconds: ['execution time per thread', 'standard deviation of execution times'],
  fileReads: ['reads per second'],
  fileWrites: ['writes per second'],
  fileFsyncs: ['fsyncs per second'],
  fileReadMib: ['MiB read per second'],
  fileWrittenMib: ['MiB written per second'],
  fileReadIops: ['read IOPS', 'MiB read per second', 'MB read per second'],
  fileWriteIops: ['write IOPS', 'MiB written per second', 'MB written per second'],
  fileFsyncIops: ['fsync IOPS'],
  memoryOperations: ['#memory operations', 'memory operations per second'],
  memoryTransferred: ['MiB transferred', 'MiB transferred per second'],
}

const LATENCIES = ['minimum latency', 'average latency', 'maximum latency', 'percentile latency'] as const

/** Adjacent buckets of sysbench's latency histogram differ by 1.8%; a percentile is the limit of its bucket. */
const BUCKET = 0.02

/**
 * The invariants of a sysbench report. The percentile comes from a histogram, so it may be below the average, and up to
 * one bucket above the maximum. Version 1.0 divides by the unrounded time.
 */
export const SYSBENCH_INVARIANTS: readonly Invariant[] = [
  sumOf(['read queries', 'write queries', 'other queries'], 'total queries'),
  sumOf(['total queries'], 'queries'),
  ...['transactions', 'queries', 'ignored errors', 'reconnects'].map((count) =>
    rateIsCountByTime({ rate: `${count} per second`, count, seconds: 'elapsed time' }),
  ),
  rateIsCountByTime({ rate: 'events per second', count: 'events', seconds: 'elapsed time' }),
  ordered('minimum latency', 'average latency', 'maximum latency'),
  atMost('percentile latency', 'maximum latency', BUCKET),
  noneWithout('queries per second', LATENCIES),
  noneWithout('transactions per second', LATENCIES),
  noneWithout('events', LATENCIES),
]

/** The figures of a report, by name. */
export function sysbenchFigures(report: ReadonlyMap<ReportKey, ReportLine & { line: number }>): Figures {
  const figures = new Map<string, Figure>()
  for (const [key, { texts, line }] of report) {
    for (const [i, name] of (NAMES[key] ?? []).entries()) {
      const text = texts[i] ?? ''
      if (name.startsWith('#')) figures.set(name.slice(1), countFigure(text, line))
      else figures.set(name, decimalFigure(text, line))
    }
  }
  return figures
}
