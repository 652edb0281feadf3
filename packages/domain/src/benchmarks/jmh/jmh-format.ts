import { addRepeated, type SeenResults } from '../../import/add-repeated.ts'
import type { Benchmark, Format } from '../../import/format.ts'
import { take } from '../../import/import-context.ts'
import { operationLatencyMetric } from '../../run/operation-latency.ts'
import { isJmhReport, type JmhFork, parseJmh } from './jmh-report.ts'

/** Reports of JMH, the benchmark library of Java. Each fork of the virtual machine is a repeat. */
const report: Format = {
  kind: 'jmh',
  isNamedByPath: true,
  recognize: (_name, text) => isJmhReport(text),
  read(context, file) {
    const seen: SeenResults = new Map()
    for (const [index, found] of (take(context, file, 'jmh', parseJmh(file.text, file.path)) ?? []).entries()) {
      for (const fork of found.forks) {
        const result = {
          test: {
            name: found.name,
            order: index + 1,
            role: 'measured' as const,
            primaryMetric: 'opsPerSecond' in fork ? 'ops/s' : 'real_time_ns',
          },
          clients: found.threads,
          params: { ...found.params, mode: found.mode },
          values: valuesOf(fork),
          location: { path: file.path },
        }
        addRepeated(context, file, { benchmark: 'JMH', clientVersion: found.version, results: [result] }, seen)
      }
    }
  },
}

function valuesOf(fork: JmhFork): Record<string, number> {
  if ('opsPerSecond' in fork) return { 'ops/s': fork.opsPerSecond }
  const percentiles = [...fork.percentilesNs].map(
    ([rank, ns]) => [operationLatencyMetric(`p${rank}`, null), Number((ns / 1e6).toPrecision(12))] as const,
  )
  return { real_time_ns: fork.nsPerOperation, ...Object.fromEntries(percentiles) }
}

export const jmh: Benchmark = { name: 'JMH', formats: [report] }
