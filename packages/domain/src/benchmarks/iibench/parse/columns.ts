import { BACKGROUND_RATE } from '../iibench-metrics.ts'
import type { Step } from './step.ts'
import { STEP_METRIC } from './step.ts'

/** Columns of o.sum.t.*, mrg.* and rel.*; reports of 2020 have KB where later ones have MB. */
export const SUMMARY_COLUMNS = [
  'ips',
  'qps',
  'rps',
  'rkbps',
  'rmbps',
  'wps',
  'wkbps',
  'wmbps',
  'rpq',
  'rkbpq',
  'wpi',
  'wkbpi',
  'csps',
  'cpups',
  'cspq',
  'cpupq',
  'dbgb1',
  'dbgb2',
  'rss',
  'maxop',
  'p50',
  'p99',
] as const

export type SummaryColumn = (typeof SUMMARY_COLUMNS)[number]

/** Upper limits of the response time buckets; the last bucket has no limit. */
export const BUCKETS = ['256us', '1ms', '4ms', '16ms', '64ms', '256ms', '1s', '4s', '16s', 'gt'] as const

export const OPERATIONS = ['insert', 'delete', 'query'] as const
export type Operation = (typeof OPERATIONS)[number]

/**
 * Metric of a bucket. `rt_insert_4ms` is the percentage of inserts in the bucket up to 4 ms; `rt_insert_max` is in
 * seconds.
 */
export const bucketMetric = (operation: Operation, bucket: string): string => `rt_${operation}_${bucket}`

const SAME: Partial<Record<SummaryColumn, string>> = {
  rps: 'r/s',
  rmbps: 'rMB/s',
  wps: 'w/s',
  wmbps: 'wMB/s',
  rpq: 'r/o',
  rkbpq: 'rKB/o',
  csps: 'cs/s',
  cpups: 'cpu/s',
  cspq: 'cs/o',
  // CPU microseconds, although other benchmarks use this name for a percentage (FORMATS.md section 11).
  cpupq: 'cpu_us/o',
  dbgb1: 'dbgb1',
  dbgb2: 'dbgb2',
  rss: 'rss',
  maxop: 'maxop',
  p50: 'rate_p50',
  p99: 'rate_p99',
}

const KB_PER_MB = 1024

/** The metric and value of a number in a column of a step; null when the column does not apply to the step. */
export function summaryMetric(
  { kind, rate }: Step,
  column: SummaryColumn,
  value: number,
): { metric: string; value: number } | null {
  switch (column) {
    case 'ips':
      // A step that did not run is printed with 0 operations per second.
      if (value === 0) return null
      return { metric: rate === null ? STEP_METRIC[kind] : BACKGROUND_RATE, value }
    case 'qps':
      return rate === null || value === 0 ? null : { metric: STEP_METRIC[kind], value }
    case 'wpi':
      return { metric: rate === null ? 'w/o' : 'w/insert', value }
    case 'wkbpi':
      return { metric: rate === null ? 'wKB/o' : 'wKB/insert', value }
    case 'rkbps':
      return { metric: 'rMB/s', value: value / KB_PER_MB }
    case 'wkbps':
      return { metric: 'wMB/s', value: value / KB_PER_MB }
    case 'rss':
      return value === 0 ? null : { metric: 'rss', value } // 0.0 means "not measured", as in most rows of Postgres.
    default: {
      const metric = SAME[column]
      return metric === undefined ? null : { metric, value }
    }
  }
}
