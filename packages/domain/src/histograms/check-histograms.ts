import type { DocumentIssue } from '../run/check-document.ts'
import { operationLatencyMetric } from '../run/operation-latency.ts'
import type { UploadHistogram, UploadResult } from '../run/upload-document.ts'
import type { Histogram } from './histogram.ts'
import { measuresResponseTime } from './quantile-metric.ts'
import { readUploadHistogram } from './upload-histogram.ts'

/** Tools print a rounded maximum, and some round the limits of buckets to the nearest that they can print. */
const ROUNDED_SHARE = 0.02
const ROUNDED_MS = 0.01

/** Checks the histograms of a result: their content, and that they agree with its values. */
export function checkHistograms(
  { histograms = [], values }: UploadResult,
  metricNames: readonly string[],
  pointer: string,
): DocumentIssue[] {
  const seen = new Set<string>()
  return histograms.flatMap((histogram, index): DocumentIssue[] => {
    const at = `${pointer}/histograms/${index}`
    const key = histogram.operation ?? ''
    if (seen.has(key)) return [{ pointer: at, message: 'is the second histogram of its operation' }]
    seen.add(key)
    if (!metricNames.some((name) => measuresResponseTime(name, histogram.operation ?? null))) {
      const named = operationLatencyMetric('p99', histogram.operation ?? null)
      return [{ pointer: at, message: `needs a response time of its operation in /metricNames, such as ${named}` }]
    }
    const read = readUploadHistogram(histogram)
    if (!read.ok) return [{ pointer: at, message: read.error }]
    if (read.value.count === 0) return [{ pointer: at, message: 'counts no value' }]
    const position = metricNames.indexOf(operationLatencyMetric('max', histogram.operation ?? null))
    return contradiction(read.value, histogram, values[position] ?? null).map((message) => ({
      pointer: at,
      message,
      isImpossible: true,
    }))
  })
}

function contradiction({ buckets }: Histogram, { unitMs }: UploadHistogram, max: number | null): string[] {
  const greatest = (buckets.at(-1)?.low ?? 0) * unitMs
  if (max === null || greatest <= max * (1 + ROUNDED_SHARE) + ROUNDED_MS) return []
  return [`the histogram counts a value of ${greatest} ms, above the maximum ${max} ms`]
}
