import { CLIENT_DIGITS } from '../run/client-metrics.ts'
import { IIBENCH_DIGITS } from '../run/iibench-metrics.ts'
import { AS_PUBLISHED_PREFIX } from '../run/metric.ts'
import { PERF_DIGITS } from '../run/perf-metrics.ts'
import { roundHalfEven } from '../stats/round-half-even.ts'
import { RATIO_DIGITS } from './band.ts'
import type { Band, Cell } from './grid.ts'

/** Stands for a missing value wherever people read it; a CSV has an empty field instead. */
export const MISSING = '-'

/** Worse and better are told by sign and word before colour. Down is worse, also where a larger number is worse. */
export const BAND_SIGN: Record<Band, string> = { worse: '▼', better: '▲', neutral: '', none: '' }
export const BAND_WORD: Record<Band, string> = { worse: 'worse', better: 'better', neutral: 'about the same', none: '' }

/** Decimals of absolute values, as the published tables have them: one number per metric, so columns line up. */
const METRIC_DIGITS: Readonly<Record<string, number>> = {
  qps: 0,
  tps: 0,
  'ops/s': 0,
  'o/s': 0,
  'rows/s': 0,
  'MB/s': 1,
  latency_ms_min: 2,
  latency_ms_avg: 2,
  latency_ms_max: 2,
  latency_ms_p95: 2,
  latency_ms_p99: 2,
  elapsed_s: 1,
  ignored_errors: 0,
  reconnects: 0,
  failed_checks: 0,
  'r/o': 3,
  'rKB/o': 3,
  'wKB/o': 3,
  'cs/o': 3,
  'cpu/o': 6,
  'cpu_us/o': 1,
  'r/s': 1,
  'rMB/s': 1,
  'w/s': 1,
  'wMB/s': 1,
  'cs/s': 0,
  'cpu/s': 1,
  cpu_us: 1,
  cpu_sy: 1,
  cpu_id: 1,
  cpu_wa: 1,
  cpu_st: 1,
  usec_op: 1,
  p50: 1,
  p99: 1,
  'p99.9': 0,
  'p99.99': 0,
  pmax: 0,
  lsm_sz: 1,
  blob_sz: 1,
  c_wgb: 1,
  w_amp: 1,
  c_mbps: 1,
  c_wsecs: 0,
  c_csecs: 0,
  b_rgb: 1,
  b_wgb: 1,
  uptime: 0,
  'stall%': 1,
  Nstall: 0,
  u_cpu: 1,
  s_cpu: 1,
  rss: 1,
  iops: 0,
  usPer: 3,
  syPer: 3,
  cpuPer: 3,
  reqsz: 1,
  'io.lat': 0,
  sync_us: 1,
  client_user_s: 1,
  client_sys_s: 1,
  client_rss_kb: 0,
  db_gb: 1,
  ...CLIENT_DIGITS,
  ...IIBENCH_DIGITS,
  ...PERF_DIGITS,
}

/** Digits that the smallest value of an unknown metric keeps, and the most decimals that any gets. */
const SIGNIFICANT_DIGITS = 3
const MAX_DECIMALS = 6

/** A ratio as it is shown everywhere: two decimals, halves to even. */
export function formatRatio(ratio: number | null): string {
  return ratio === null ? MISSING : withDigits(ratio, RATIO_DIGITS)
}

/** An absolute value with the decimals of its column, halves to even. */
export function formatAbsolute(value: number | null, digits: number): string {
  return value === null ? MISSING : withDigits(value, digits)
}

/**
 * Decimals for the cells of one column, or of one table, by metric. A metric that is not in the table above gets as
 * many as its smallest value needs for three digits, at most six.
 */
export function absoluteDigits(cells: readonly Pick<Cell, 'metric' | 'value'>[]): (metric: string) => number {
  const smallest = new Map<string, number>()
  for (const { metric, value } of cells) {
    const size = Math.abs(value ?? 0)
    if (size > 0 && size < (smallest.get(metric) ?? Number.POSITIVE_INFINITY)) smallest.set(metric, size)
  }
  return (metric) => {
    const plain = metric.startsWith(AS_PUBLISHED_PREFIX) ? metric.slice(AS_PUBLISHED_PREFIX.length) : metric
    const known = Object.hasOwn(METRIC_DIGITS, plain) ? METRIC_DIGITS[plain] : undefined
    return known ?? decimalsFor(smallest.get(metric) ?? 0)
  }
}

function decimalsFor(size: number): number {
  if (size === 0) return 0
  const leading = Math.floor(Math.log10(size)) + 1
  return Math.min(MAX_DECIMALS, Math.max(0, SIGNIFICANT_DIGITS - leading))
}

function withDigits(value: number, digits: number): string {
  const text = roundHalfEven(value, digits).toFixed(digits)
  return /^-0\.?0*$/.test(text) ? text.slice(1) : text
}
