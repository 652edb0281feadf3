import { addRepeated, type SeenResults } from '../../import/add-repeated.ts'
import { countOf } from '../../import/fields.ts'
import type { Benchmark, Format } from '../../import/format.ts'
import { take } from '../../import/import-context.ts'
import { latencyMetrics } from '../../run/operation-latency.ts'
import { isRedisBenchmark, parseRedisBenchmark, type RedisTest } from './redis-benchmark-report.ts'

const BENCHMARK = 'redis-benchmark'

/** Reports of redis-benchmark and of its copies, such as valkey-benchmark. */
const report: Format = {
  kind: 'redis-benchmark',
  recognise: (_name, text) => isRedisBenchmark(text),
  read(context, file) {
    const seen: SeenResults = new Map()
    const found = take(context, file, 'redis-benchmark', parseRedisBenchmark(file.text, file.path)) ?? []
    const named = countOf(file.named?.fields.clients ?? file.directory.fields.clients)
    for (const [index, test] of found.entries()) {
      const clients = test.clients ?? named ?? context.overrides.clients
      if (clients === undefined) {
        const message =
          'does not state the number of clients: keep the full report, name the file so, or pass --clients'
        context.problems.push({ file: file.path, line: test.line, message })
        return
      }
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
