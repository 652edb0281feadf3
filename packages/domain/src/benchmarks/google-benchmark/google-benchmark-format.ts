import { addFailedOutput } from '../../import/add-failed-output.ts'
import { addRepeated, type SeenResults } from '../../import/add-repeated.ts'
import type { Benchmark, Format } from '../../import/format.ts'
import { take } from '../../import/import-context.ts'
import type { DraftResult } from '../../import/run-draft.ts'
import { type BenchmarkLine, isGoogleBenchmark, parseGoogleBenchmark } from './google-benchmark.ts'
import { isGoogleBenchmarkConsole, parseGoogleBenchmarkConsole } from './google-benchmark-console.ts'
import { isGoogleBenchmarkCsv, parseGoogleBenchmarkCsv } from './google-benchmark-csv.ts'

const METRIC_OF_COUNTER: Readonly<Record<string, string>> = {
  bytes_per_second: 'bytes/s',
  items_per_second: 'items/s',
}

/** The parser of a report: JSON, CSV or the console; undefined for other text. */
function parserOf(text: string): typeof parseGoogleBenchmark | undefined {
  if (isGoogleBenchmark(text)) return parseGoogleBenchmark
  if (isGoogleBenchmarkCsv(text)) return parseGoogleBenchmarkCsv
  return isGoogleBenchmarkConsole(text) ? parseGoogleBenchmarkConsole : undefined
}

/**
 * Reports of Google Benchmark. Each repetition is a separate run. Where only aggregates were written, the median is the
 * result.
 */
const report: Format = {
  kind: 'google-benchmark',
  isNamedByPath: true,
  recognize: (_name, text) => parserOf(text) !== undefined,
  read(context, file) {
    const parse = parserOf(file.text) ?? parseGoogleBenchmark
    const report = take(context, file, 'google-benchmark', parse(file.text, file.path))
    if (report === null) return
    const order = new Map([...new Set(report.lines.map(({ name }) => name))].map((name, i) => [name, i + 1]))
    const repeated = report.lines.filter(({ repetition }) => repetition !== null)
    const measured = new Set(repeated.map(({ name, threads }) => JSON.stringify([name, threads])))
    const medians = report.lines.filter(
      ({ name, threads, aggregate }) => aggregate === 'median' && !measured.has(JSON.stringify([name, threads])),
    )
    const seen: SeenResults = new Map()
    for (const line of [...repeated, ...medians]) {
      const result = toResult(line, file.path, order.get(line.name) ?? 0)
      if (result === null) continue
      const fragment = {
        benchmark: 'Google Benchmark',
        clientVersion: report.libraryVersion === null ? null : `Google Benchmark ${report.libraryVersion}`,
        startedAt: report.startedAt,
        results: [result],
      }
      addRepeated(context, file, fragment, seen)
    }
    for (const { name, threads, reason } of report.failures) {
      const failure = { line: 1, reason, test: name, clients: threads }
      addFailedOutput(context, file, { benchmark: 'Google Benchmark', failure })
    }
  },
}

function toResult(line: BenchmarkLine, path: string, order: number): DraftResult | null {
  const { threads, realNs, cpuNs, iterations, counters, aggregate } = line
  if (realNs === null && cpuNs === null) return null
  const ownMetrics = Object.entries(counters).map(([counter, value]) => [METRIC_OF_COUNTER[counter] ?? counter, value])
  // The number of threads is stored as clients and removed from the name, so that all thread counts share one test.
  const name = line.name.endsWith(`/threads:${threads}`) ? line.name.slice(0, line.name.lastIndexOf('/')) : line.name
  return {
    test: { name, order, role: 'measured', primaryMetric: realNs === null ? 'cpu_time_ns' : 'real_time_ns' },
    clients: threads,
    params: aggregate === null ? {} : { aggregate },
    values: {
      ...Object.fromEntries(ownMetrics),
      ...(realNs === null ? {} : { real_time_ns: realNs }),
      ...(cpuNs === null ? {} : { cpu_time_ns: cpuNs }),
      ...(iterations === null ? {} : { iterations }),
    },
    location: { path },
  }
}

export const googleBenchmark: Benchmark = { name: 'Google Benchmark', formats: [report] }
