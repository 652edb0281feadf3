import { INSERT_BENCHMARK } from '../../../benchmarks/iibench/iibench-metrics.ts'
import { type Facts, type Study, study } from '../../study.ts'

/** Offers the steps of the Insert Benchmark if it has results: servers on rows, a column for each step. */
export function offerSteps(facts: Facts): Study[] {
  if (!facts.values('benchmark').includes(INSERT_BENCHMARK)) return []
  return [
    study(facts, {
      kind: 'steps',
      name: 'steps',
      title: 'Steps of the Insert Benchmark',
      sentence: 'Throughput of every step, divided by the first row, and background rates vs their targets.',
      filters: facts.has('benchmark', 2) ? { benchmark: [INSERT_BENCHMARK] } : {},
      rows: [...facts.several(['product']), 'version', 'config'],
      columns: ['workload', 'test'],
      base: { kind: 'first-row' },
    }),
  ]
}
