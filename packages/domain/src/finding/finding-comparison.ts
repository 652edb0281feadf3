import { type Comparison, DEFAULT_COMPARISON } from '../compare/comparison.ts'
import { PRIMARY_METRIC } from '../run/metric.ts'
import { writeSeriesQuery } from '../series/series-query.ts'
import { commitRange } from './commit-range.ts'
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
    // As columns, for there a config that only the younger version has still finds its base.
    columns: ['version', ...(changes.some(namesBuild) ? (['config', 'compiler'] as const) : [])],
    tables: [
      ...(workloads.length > 1 ? (['workload'] as const) : []),
      ...(several(changes.map(({ clients }) => clients)) ? (['clients'] as const) : []),
    ],
    base: { kind: 'values', values: { version: from } },
    show: 'both',
    metrics: metricsOf(changes),
  }
}

/** Where only ratios were published, those are what changed, and no test has them for its primary metric. */
function metricsOf(changes: readonly FindingChange[]): string[] {
  const metrics = new Set(changes.map(({ metric }) => (metric === RELATIVE ? RELATIVE : PRIMARY_METRIC)))
  return metrics.size === 0 ? [PRIMARY_METRIC] : [...metrics]
}

/** True when its line says more than parameters. */
const namesBuild = ({ line }: FindingChange) => line.split(' ').some((part) => part !== '' && !part.includes('='))

const RELATIVE = 'relative_qps'

/** The series that shows a change between two commits of a version: its largest test over the commits. */
export function findingSeries(
  { product, hardware, from, to }: FindingPlace,
  changes: readonly FindingChange[],
): string | null {
  const range = commitRange({ from, to })
  const [largest] = changes
  if (range === null || largest === undefined) return null
  const { benchmark, workload, test, clients, metric, runIds } = largest
  return writeSeriesQuery({
    filters: {
      product: [product],
      version: [range.version],
      hardware: [hardware],
      benchmark: [benchmark],
      workload: [workload],
      test: [test],
      clients: [clients],
    },
    metric,
    order: 'commit',
    colour: null,
    method: null,
    from: null,
    to: null,
    run: runIds[0] ?? null,
  })
}
