import { addRepeated } from '../../import/add-repeated.ts'
import { clientsOf } from '../../import/clients-of.ts'
import type { Benchmark, Format } from '../../import/format.ts'
import { take } from '../../import/import-context.ts'
import { latencyMetrics } from '../../run/operation-latency.ts'
import { isK6Console, parseK6Console } from './k6-console.ts'
import { isK6Summary, type K6Summary, parseK6Summary } from './k6-summary.ts'

/** Summaries of k6. A summary does not name its script, so the test has the name that the file states, or `k6`. */
const summary: Format = {
  kind: 'k6',
  isNamedByPath: true,
  recognize: (_name, text) => isK6Summary(text) || isK6Console(text),
  read(context, file) {
    const parse = isK6Summary(file.text) ? parseK6Summary : parseK6Console
    const found = take(context, file, 'k6', parse(file.text, file.path))
    if (found === null) return
    const clients = clientsOf(context, file, found.users)
    if (clients === null) return
    const result = {
      test: { name: file.named?.fields.test ?? 'k6', role: 'measured' as const, primaryMetric: 'ops/s' },
      clients,
      params: {},
      values: valuesOf(found),
      location: { path: file.path },
    }
    addRepeated(context, file, { benchmark: 'k6', results: [result] }, new Map())
  },
}

function valuesOf(found: K6Summary): Record<string, number> {
  const { count, perSecond, latencies, failedRequests, failedChecks, droppedIterations } = found
  return {
    'ops/s': perSecond,
    elapsed_s: count / perSecond,
    ...(failedRequests === null ? {} : { ignored_errors: failedRequests }),
    ...(failedChecks === null ? {} : { failed_checks: failedChecks }),
    ...(droppedIterations === null ? {} : { skipped_transactions: droppedIterations }),
    ...latencyMetrics(latencies),
  }
}

export const k6: Benchmark = { name: 'k6', formats: [summary] }
