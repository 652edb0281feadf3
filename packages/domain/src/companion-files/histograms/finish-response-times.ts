import { measuresResponseTime } from '../../histograms/quantile-metric.ts'
import { readUploadHistogram, uploadedQuantile } from '../../histograms/upload-histogram.ts'
import type { DraftResult } from '../../import/run-draft.ts'
import { refusal } from '../../parse/invariants/invariants.ts'
import type { Problem } from '../../parse/problem.ts'
import { onGrid } from '../../parse/sample-grid.ts'
import { operationLatencyMetric } from '../../run/operation-latency.ts'
import type { UploadSamples } from '../../run/upload-document.ts'
import type { LogInterval } from './response-time-content.ts'

const SHOWN = ['p50', 'p95', 'p99', 'p99.9'] as const

/**
 * Completes a result after all of its files were read: common quantiles of its histograms become values, and intervals
 * of aggregated logs become samples. A log with another number of operations than the report refuses the run.
 */
export function finishResponseTimes(result: DraftResult): { result: DraftResult; problems: Problem[] } {
  const intervals = mergeIntervals(result.logIntervals ?? [])
  const problems = [
    ...countProblem(result, countOfLog(result), ({ count, operations }) => count === operations),
    // pgbench does not print its last interval, so there may be fewer.
    ...countProblem(result, countOfIntervals(intervals), ({ count, operations }) => count <= operations),
  ]
  const values = { ...quantileValues(result), ...intervalValues(intervals), ...result.values }
  const samples = [...(result.samples ?? [])]
  for (const series of intervalSamples(intervals)) {
    if (!samples.some(({ metric }) => metric === series.metric)) samples.push(series)
  }
  return { result: { ...result, values, samples }, problems }
}

/** The number of values in the HDR histogram of all operations; null without one. */
function countOfLog({ histograms = [] }: DraftResult): number | null {
  const whole = histograms.find(({ operation, hdr }) => operation === undefined && hdr !== undefined)
  const read = whole === undefined ? null : readUploadHistogram(whole)
  return read?.ok === true ? read.value.count : null
}

const countOfIntervals = (intervals: readonly LogInterval[]): number | null =>
  intervals.length === 0 ? null : intervals.reduce((sum, { count }) => sum + count, 0)

function countProblem(
  { operations, location }: DraftResult,
  count: number | null,
  isRight: (counts: { count: number; operations: number }) => boolean,
): Problem[] {
  if (operations === undefined || count === null || isRight({ count, operations })) return []
  const message = `the report says ${operations} transactions, but its logs count ${count}; add the logs of all threads, leave sampled logs out, or else`
  return [refusal(location.path, message, location.line)]
}

/** Quantiles that no output states: those of HDR histograms, and of others where nothing states a response time. */
function quantileValues({ histograms = [], values }: DraftResult): Record<string, number> {
  const found: Record<string, number> = {}
  for (const histogram of histograms) {
    const operation = histogram.operation ?? null
    const isStated = Object.keys(values).some((name) => measuresResponseTime(name, operation))
    if (histogram.hdr === undefined && isStated) continue
    for (const quantile of SHOWN) {
      const name = operationLatencyMetric(quantile, operation)
      const value = uploadedQuantile([histogram], name)
      if (value !== null) found[name] = value
    }
  }
  return found
}

/** The intervals of all threads, joined where they begin at the same second. */
function mergeIntervals(intervals: readonly LogInterval[]): LogInterval[] {
  const merged = new Map<number, LogInterval>()
  for (const one of intervals) {
    const before = merged.get(one.start)
    merged.set(one.start, {
      start: one.start,
      count: one.count + (before?.count ?? 0),
      sumUs: one.sumUs + (before?.sumUs ?? 0),
      minUs: Math.min(one.minUs, before?.minUs ?? one.minUs),
      maxUs: Math.max(one.maxUs, before?.maxUs ?? one.maxUs),
    })
  }
  return [...merged.values()].sort((a, b) => a.start - b.start)
}

function intervalValues(intervals: readonly LogInterval[]): Record<string, number> {
  if (intervals.length === 0) return {}
  return {
    latency_ms_min: Math.min(...intervals.map(({ minUs }) => minUs)) / 1_000,
    latency_ms_max: Math.max(...intervals.map(({ maxUs }) => maxUs)) / 1_000,
  }
}

function intervalSamples(intervals: readonly LogInterval[]): UploadSamples[] {
  const grid = onGrid(intervals.map((one) => ({ ...one, seconds: one.start })))
  if (grid === null) return []
  const { intervalSeconds, startSeconds, samples } = grid
  const series = (metric: string, read: (one: LogInterval) => number): UploadSamples => ({
    ...{ metric, intervalSeconds, startSeconds },
    values: samples.map((one) => (one === null || one.count === 0 ? null : read(one))),
  })
  return [
    series('tps', ({ count }) => count / intervalSeconds),
    series('latency_ms_avg', ({ sumUs, count }) => sumUs / count / 1_000),
  ]
}
