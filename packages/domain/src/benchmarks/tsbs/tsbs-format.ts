import { addRepeated } from '../../import/add-repeated.ts'
import type { Benchmark, Format } from '../../import/format.ts'
import { take } from '../../import/import-context.ts'
import { latencyMetrics } from '../../run/operation-latency.ts'
import { isTsbsOutput, parseTsbs, type TsbsResult } from './tsbs-output.ts'

/** Output of the Time Series Benchmark Suite: a load, or the queries of one type. */
const output: Format = {
  kind: 'tsbs',
  isNamedByPath: true,
  recognize: (_name, text) => isTsbsOutput(text),
  read(context, file) {
    const found = take(context, file, 'tsbs', parseTsbs(file.text, file.path))
    if (found === null) return
    const isLoad = found.phase === 'load'
    const result = {
      test: {
        name: isLoad ? 'load' : (file.named?.fields.test ?? found.label),
        role: 'measured' as const,
        primaryMetric: isLoad ? 'rows/s' : 'qps',
      },
      clients: found.workers,
      params: {},
      values: valuesOf(found),
      location: { path: file.path },
    }
    addRepeated(context, file, { benchmark: 'TSBS', results: [result] }, new Map())
  },
}

function valuesOf(found: TsbsResult): Record<string, number> {
  if (found.phase === 'load') {
    const { seconds, rowsPerSecond, metricsPerSecond } = found
    return {
      elapsed_s: seconds,
      ...(rowsPerSecond === null ? {} : { 'rows/s': rowsPerSecond }),
      ...(metricsPerSecond === null ? {} : { 'items/s': metricsPerSecond }),
    }
  }
  return { qps: found.queriesPerSecond, ...latencyMetrics(found.latencies) }
}

export const tsbs: Benchmark = { name: 'TSBS', formats: [output] }
