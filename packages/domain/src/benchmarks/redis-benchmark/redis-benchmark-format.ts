import { addFailedOutput } from '../../import/add-failed-output.ts'
import { addRepeated, type SeenResults } from '../../import/add-repeated.ts'
import { clientsOf } from '../../import/clients-of.ts'
import type { Benchmark, Format } from '../../import/format.ts'
import { type ImportContext, type SourceFile, take } from '../../import/import-context.ts'
import type { Failure } from '../../parse/problem.ts'
import { latencyMetrics } from '../../run/operation-latency.ts'
import { isRedisBenchmark, parseRedisBenchmark, type RedisTest } from './redis-benchmark-report.ts'

const BENCHMARK = 'redis-benchmark'
/** Clients of redis-benchmark without `-c`. Its CSV does not state them. */
const USUAL_CLIENTS = 50

/** Reports of redis-benchmark and of its copies, such as valkey-benchmark. */
const report: Format = {
  kind: 'redis-benchmark',
  isNamedByPath: true,
  recognize: (_name, text) => isRedisBenchmark(text),
  read(context, file) {
    const seen: SeenResults = new Map()
    const parsed = parseRedisBenchmark(file.text, file.path)
    const found = take(context, file, 'redis-benchmark', parsed) ?? []
    addFailedOutput(context, file, { benchmark: BENCHMARK, failure: withTest(context, file, parsed.failure) })
    for (const [index, test] of found.entries()) {
      const clients = clientsOf(context, file, test.clients, USUAL_CLIENTS)
      if (clients === null) return
      const result = {
        test: { name: test.name, order: index + 1, role: 'measured' as const, primaryMetric: 'ops/s' },
        clients,
        params: test.payloadBytes === null ? {} : { payload_bytes: test.payloadBytes },
        values: valuesOf(test),
        location: { path: file.path, line: test.line },
      }
      addRepeated(context, file, { benchmark: BENCHMARK, results: [result] }, seen)
    }
  },
}

/** A server that cannot be reached fails all tests of the call, so the failure has the name of the program. */
function withTest({ recorded }: ImportContext, file: SourceFile, failure: Failure | undefined): Failure | undefined {
  const isNamed = file.named?.fields.test !== undefined || recorded?.steps.has(file.plainPath) === true
  return failure === undefined || isNamed ? failure : { ...failure, test: BENCHMARK }
}

const valuesOf = ({ requestsPerSecond, seconds, latencies }: RedisTest): Record<string, number> => ({
  'ops/s': requestsPerSecond,
  ...(seconds === null ? {} : { elapsed_s: seconds }),
  ...latencyMetrics(latencies),
})

export const redisBenchmark: Benchmark = {
  name: BENCHMARK,
  programs: ['redis-benchmark', 'valkey-benchmark'],
  formats: [report],
}
