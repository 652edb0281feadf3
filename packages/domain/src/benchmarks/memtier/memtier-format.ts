import { addRepeated } from '../../import/add-repeated.ts'
import type { Benchmark, Format } from '../../import/format.ts'
import { take } from '../../import/import-context.ts'
import { latencyMetrics } from '../../run/operation-latency.ts'
import { isMemtierReport, type MemtierReport, parseMemtier } from './memtier-report.ts'
import { isMemtierText, parseMemtierText } from './memtier-text.ts'

/** JSON and text reports of memtier_benchmark. The test has the name that the file states, or `memtier`. */
const report: Format = {
  kind: 'memtier',
  isNamedByPath: true,
  recognize: (_name, text) => isMemtierReport(text) || isMemtierText(text),
  read(context, file) {
    const parse = isMemtierReport(file.text) ? parseMemtier : parseMemtierText
    const found = take(context, file, 'memtier', parse(file.text, file.path))
    if (found === null) return
    const { clients, pipeline, dataBytes } = found
    const result = {
      test: { name: file.named?.fields.test ?? 'memtier', role: 'measured' as const, primaryMetric: 'ops/s' },
      clients,
      params: {
        ...(pipeline === null ? {} : { pipeline }),
        ...(dataBytes === null ? {} : { payload_bytes: dataBytes }),
      },
      values: valuesOf(found),
      location: { path: file.path },
    }
    addRepeated(context, file, { benchmark: 'memtier_benchmark', results: [result] }, new Map())
  },
}

function valuesOf({ opsPerSecond, seconds, connectionErrors, latencies }: MemtierReport): Record<string, number> {
  return {
    'ops/s': opsPerSecond,
    ...(seconds === null ? {} : { elapsed_s: seconds }),
    ...(connectionErrors === null ? {} : { ignored_errors: connectionErrors }),
    ...Object.assign({}, ...latencies.map(({ operation, statistics }) => latencyMetrics(statistics, operation))),
  }
}

export const memtier: Benchmark = { name: 'memtier_benchmark', formats: [report] }
