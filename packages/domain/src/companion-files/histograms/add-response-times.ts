import { histogramMean } from '../../histograms/histogram.ts'
import { mergeHistograms } from '../../histograms/merge-histograms.ts'
import { asUploadHistogram, readUploadHistogram } from '../../histograms/upload-histogram.ts'
import type { DraftResult } from '../../import/run-draft.ts'
import { err, ok, type Result } from '../../result.ts'
import { operationLatencyMetric, readOperationLatency } from '../../run/operation-latency.ts'
import type { UploadHistogram } from '../../run/upload-document.ts'
import type { OperationHistogram, ResponseTimes } from './response-time-content.ts'
import { unitByFigures } from './unit-of-name.ts'

/**
 * Adds the content of a file to its result. Histograms of one operation are merged, because programs write a log for
 * each thread. The error says what is wrong with the file.
 */
export function addResponseTimes(result: DraftResult, content: ResponseTimes): Result<DraftResult, string> {
  const histograms = [...(result.histograms ?? [])]
  for (const found of content.histograms) {
    const named = { ...found, operation: spellingOf(found.operation, result) }
    const unitMs = named.unitMs ?? unitByReport(named, result)
    if (unitMs === null) {
      return err('does not state the unit of its values; name it NAME.us.hlog (ns, us, ms or s)')
    }
    const position = histograms.findIndex(({ operation }) => (operation ?? null) === named.operation)
    const merged = merge(histograms[position], { ...named, unitMs })
    if (!merged.ok) return merged
    histograms.splice(position === -1 ? histograms.length : position, position === -1 ? 0 : 1, merged.value)
  }
  const values = { ...content.values, ...result.values }
  return ok({ ...result, values, histograms, logIntervals: [...(result.logIntervals ?? []), ...content.intervals] })
}

function merge(
  before: UploadHistogram | undefined,
  { histogram, operation, unitMs }: OperationHistogram & { unitMs: number },
): Result<UploadHistogram, string> {
  if (before === undefined) return ok(asUploadHistogram(histogram, { operation, unitMs }))
  const known = readUploadHistogram(before)
  if (!known.ok) return known
  const all = before.unitMs === unitMs ? mergeHistograms(known.value, histogram) : null
  if (all === null || !all.ok) return err('is of another kind than the histogram that its result already has')
  return ok(asUploadHistogram(all.value, { operation, unitMs }))
}

/** The operation as the report spells it: YCSB writes READ.hdr and the importer reports `read`. */
function spellingOf(operation: string | null, { values }: DraftResult): string | null {
  if (operation === null) return null
  const names = Object.keys(values).flatMap((name) => readOperationLatency(name)?.operation ?? [])
  return names.find((name) => name.toLowerCase() === operation.toLowerCase()) ?? operation
}

/** The unit in which mean and maximum agree with those of the report. */
function unitByReport({ operation, histogram }: OperationHistogram, { values }: DraftResult): number | null {
  const stated = (statistic: string) => values[operationLatencyMetric(statistic, operation)] ?? 0
  return unitByFigures([
    { own: histogramMean(histogram) ?? 0, statedMs: stated('avg') },
    { own: histogram.buckets.at(-1)?.high ?? 0, statedMs: stated('max') },
  ])
}
