import { type Comparison, DEFAULT_COMPARISON } from '../compare/comparison.ts'
import type { FindingChange, FindingPlace } from './finding.ts'

/** The comparison that shows a finding whole: both versions on its machine, each test divided by the older one. */
export function findingComparison(
  { product, from, to, hardware }: FindingPlace,
  changes: readonly FindingChange[],
): Comparison {
  const several = (values: readonly string[]) => new Set(values).size > 1
  const workloads = [...new Set(changes.map(({ workload }) => workload))]
  return {
    ...DEFAULT_COMPARISON,
    filters: {
      product: [product],
      version: [from, to],
      hardware: [hardware],
      benchmark: [...new Set(changes.map(({ benchmark }) => benchmark))],
      workload: workloads,
    },
    columns: ['version'],
    tables: [
      ...(several(changes.map(({ line }) => line)) ? (['config', 'compiler'] as const) : []),
      ...(workloads.length > 1 ? (['workload'] as const) : []),
      ...(several(changes.map(({ clients }) => clients)) ? (['clients'] as const) : []),
    ],
    base: { kind: 'values', values: { version: from } },
    show: 'both',
  }
}
