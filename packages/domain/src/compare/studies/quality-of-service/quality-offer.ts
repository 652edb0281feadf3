import { type Facts, type Study, study } from '../../study.ts'

/** Benchmarks that time each operation of their mix. */
const TIMED = ['Linkbench', 'YCSB', 'pgbench']

/** Offers quality of service for each benchmark with response times. */
export function offerQuality(facts: Facts): Study[] {
  const benchmarks = facts.values('benchmark').filter((benchmark) => TIMED.includes(benchmark))
  return benchmarks.map((benchmark) =>
    study(facts, {
      kind: 'quality-of-service',
      name: `quality-of-service-of-${benchmark}`,
      title: `Quality of service: ${benchmark}`,
      sentence: 'Response times by operation, throughput and its costs, divided by the first row.',
      filters: { benchmark: [benchmark] },
      rows: ['product', 'version', 'config'],
      columns: [],
      tables: ['test'],
      base: { kind: 'first-row' },
      show: 'both',
    }),
  )
}
