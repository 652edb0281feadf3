import { type Facts, type Study, study } from '../../study.ts'

const COSTS = ['cpu/o', 'cs/o', 'r/o', 'rKB/o', 'wKB/o']

/** The benchmark whose searches may miss results, so that throughput is compared at the same recall. */
const INEXACT = 'VectorDBBench'

/** Maximum offers, because more would hide other studies. */
const MAX_OFFERS = 4

/** Offers the cost of throughput by version, for each workload that several versions ran, most runs first. */
export function offerEfficiency(facts: Facts): Study[] {
  const found = facts.varying((dimension) => dimension === 'version')
  return found.slice(0, MAX_OFFERS).map(({ benchmark, workload, among }) => {
    const product = among.product[0] ?? ''
    return study(facts, {
      kind: 'efficiency',
      name: `efficiency-of-${product}-${workload}`,
      title: `Efficiency of ${product}: ${workload}`,
      sentence: `CPU, context switches and IO per operation, and throughput: ${benchmark}, ${workload}.`,
      filters: {
        product: [product],
        hardware: [...among.hardware],
        benchmark: [benchmark],
        workload: [workload],
      },
      columns: [
        'version',
        ...(among.compiler.length > 1 ? (['compiler'] as const) : []),
        ...(among.config.length > 1 ? (['config'] as const) : []),
      ],
      metrics: benchmark === INEXACT ? [...COSTS, 'recall'] : COSTS,
      show: 'both',
    })
  })
}
