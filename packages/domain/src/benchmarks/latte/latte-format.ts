import { asUploadHistogram } from '../../histograms/upload-histogram.ts'
import { addRepeated } from '../../import/add-repeated.ts'
import type { Benchmark, Format } from '../../import/format.ts'
import { take } from '../../import/import-context.ts'
import { latencyMetrics } from '../../run/operation-latency.ts'
import { isLatteReport, type LatteReport, parseLatte } from './latte-report.ts'

const BENCHMARK = 'latte'
const NANOSECONDS_AS_MS = 1e-6

/** The report of `latte run`. The functions of the workload are the test; requests in progress are its clients. */
const report: Format = {
  kind: 'latte',
  isNamedByPath: true,
  recognize: (_name, text) => isLatteReport(text),
  read(context, file) {
    const found = take(context, file, 'latte', parseLatte(file.text, file.path))
    if (found === null) return
    const known = { ...file.directory.fields, ...file.named?.fields }
    const result = {
      test: {
        name: found.functions.length === 0 ? found.workload : `${found.workload} ${found.functions.join('+')}`,
        role: 'measured' as const,
        primaryMetric: 'ops/s',
      },
      clients: found.concurrency * found.threads,
      params: { ...found.params, ...(found.rate === null ? {} : { rate: found.rate }) },
      values: valuesOf(found),
      ...(found.samples === null ? {} : { samples: [{ metric: 'ops/s', ...found.samples }] }),
      ...(found.histogram === null
        ? {}
        : { histograms: [asUploadHistogram(found.histogram, { operation: null, unitMs: NANOSECONDS_AS_MS })] }),
      operations: found.count,
      location: { path: file.path },
    }
    const fields = known.version === undefined && found.serverVersion !== null ? { version: found.serverVersion } : {}
    addRepeated(context, file, { benchmark: BENCHMARK, fields, results: [result] }, new Map())
  },
}

function valuesOf(found: LatteReport): Record<string, number> {
  const { perSecond, rowsPerSecond, seconds, errors, retries, latencies, byFunction } = found
  return {
    'ops/s': perSecond,
    'rows/s': rowsPerSecond,
    elapsed_s: seconds,
    ignored_errors: errors,
    retries,
    ...latencyMetrics(latencies),
    ...Object.assign({}, ...Object.entries(byFunction).map(([name, statistics]) => latencyMetrics(statistics, name))),
  }
}

export const latte: Benchmark = { name: BENCHMARK, programs: ['latte'], formats: [report] }
