import type { Histogram } from '../../histograms/histogram.ts'

/** The distribution of one operation as a file has it. */
export type OperationHistogram = {
  /** Null for all operations of the test. */
  operation: string | null
  histogram: Histogram
  /** Milliseconds of one unit of its values; null when the file does not state the unit. */
  unitMs: number | null
}

/** The sums of one interval of an aggregated log, in microseconds. */
export type LogInterval = {
  /** Seconds since 1970. */
  start: number
  count: number
  sumUs: number
  minUs: number
  maxUs: number
}

/** The content of a file with response times, for the test during which it was written. */
export type ResponseTimes = {
  histograms: readonly OperationHistogram[]
  intervals: readonly LogInterval[]
  /** Metrics that are stored with the histograms of operations that no report has. */
  values?: Readonly<Record<string, number>>
}

/** Layout for logs with a line per operation in microseconds, up to an hour. */
export const MICROSECONDS = { lowest: 1, highest: 3_600_000_000, digits: 3 } as const
