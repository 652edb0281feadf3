import { addRepeated, type SeenResults } from '../../import/add-repeated.ts'
import { clientsOf } from '../../import/clients-of.ts'
import type { Benchmark, Format } from '../../import/format.ts'
import { take } from '../../import/import-context.ts'
import { latencyMetrics } from '../../run/operation-latency.ts'
import { type CassandraStressResult, isCassandraStress, parseCassandraStress } from './cassandra-stress-output.ts'

const BENCHMARK = 'cassandra-stress'

/** Output of cassandra-stress, of Cassandra and of ScyllaDB. */
const output: Format = {
  kind: 'cassandra-stress',
  isNamedByPath: true,
  recognize: (_name, text) => isCassandraStress(text),
  read(context, file) {
    const seen: SeenResults = new Map()
    for (const found of take(context, file, BENCHMARK, parseCassandraStress(file.text, file.path)) ?? []) {
      const clients = clientsOf(context, file, found.threads)
      if (clients === null) return
      const result = {
        test: {
          name: found.command?.toLowerCase() ?? file.named?.fields.test ?? BENCHMARK,
          role: 'measured' as const,
          primaryMetric: 'ops/s',
        },
        clients,
        params: {},
        values: valuesOf(found),
        location: { path: file.path, line: found.line },
      }
      addRepeated(context, file, { benchmark: BENCHMARK, results: [result] }, seen)
    }
  },
}

const valuesOf = ({ opsPerSecond, seconds, errors, latencies }: CassandraStressResult): Record<string, number> => ({
  'ops/s': opsPerSecond,
  ...(seconds === null ? {} : { elapsed_s: seconds }),
  ...(errors === null ? {} : { ignored_errors: errors }),
  ...latencyMetrics(latencies),
})

export const cassandraStress: Benchmark = { name: BENCHMARK, formats: [output] }
