import { addRepeated, type SeenResults } from '../../import/add-repeated.ts'
import { clientsOf } from '../../import/clients-of.ts'
import type { Benchmark, Format } from '../../import/format.ts'
import { take } from '../../import/import-context.ts'
import { operationLatencyMetric } from '../../run/operation-latency.ts'
import { isJmhConsole, parseJmhConsole } from './jmh-console.ts'
import { isJmhReport, type JmhFork, parseJmh } from './jmh-report.ts'
import { isJmhCsv, isJmhTable, parseJmhCsv, parseJmhTable } from './jmh-table.ts'

/** The parser of a report: JSON, CSV, the console, or the table at its end; undefined for other text. */
function parserOf(text: string): typeof parseJmh | undefined {
  if (isJmhReport(text)) return parseJmh
  if (isJmhCsv(text)) return parseJmhCsv
  if (isJmhConsole(text)) return parseJmhConsole
  return isJmhTable(text) ? parseJmhTable : undefined
}

/** Reports of JMH, the benchmark library of Java. Each fork of the virtual machine is a repeat. */
const report: Format = {
  kind: 'jmh',
  isNamedByPath: true,
  recognize: (_name, text) => parserOf(text) !== undefined,
  read(context, file) {
    const seen: SeenResults = new Map()
    const parse = parserOf(file.text) ?? parseJmh
    for (const [index, found] of (take(context, file, 'jmh', parse(file.text, file.path)) ?? []).entries()) {
      const clients = clientsOf(context, file, found.threads)
      if (clients === null) return
      for (const fork of found.forks) {
        const result = {
          test: {
            name: found.name,
            order: index + 1,
            role: 'measured' as const,
            primaryMetric: 'opsPerSecond' in fork ? 'ops/s' : 'real_time_ns',
          },
          clients,
          params: {
            ...found.params,
            mode: found.mode,
            ...(found.aggregate === null ? {} : { aggregate: found.aggregate }),
          },
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
