import { VARIANTS } from '../compare/cells/side-by-side.ts'
import { type Comparison, DEFAULT_COMPARISON } from '../compare/comparison.ts'
import { type DimensionName, isParameter } from '../compare/dimension.ts'
import { PRIMARY_METRIC } from '../run/metric.ts'
import { commitRange } from './commit-range.ts'
import type { FindingChange, FindingKey } from './finding.ts'
import { writeSeriesQuery } from './series/series-query.ts'

/**
 * The comparison that shows a finding completely: both versions on its machine, each test divided by the older one,
 * with the axes that the verdicts were decided with. Otherwise its cells would mix results that were judged separately.
 */
export function findingComparison(
  { product, from, to, hardware }: FindingKey,
  changes: readonly FindingChange[],
): Comparison {
  const several = (values: readonly string[]) => new Set(values).size > 1
  const benchmarks = [...new Set(changes.map(({ benchmark }) => benchmark))]
  const workloads = [...new Set(changes.map(({ workload }) => workload))]
  const axes = new Set(changes.flatMap(axesOf))
  const hasClients = axes.has('clients') || several(changes.map(({ clients }) => clients))
  return {
    ...DEFAULT_COMPARISON,
    filters: {
      product: [product],
      version: [from, to],
      hardware: [hardware],
      benchmark: benchmarks,
      workload: workloads,
    },
    rows: ['test', ...[...axes].filter(isParameter)],
    // The axes are columns, because there a config that only the younger version has still finds its base.
    columns: ['version', ...([...VARIANTS, 'benchmarkVersion'] as const).filter((name) => axes.has(name))],
    tables: [
      ...(benchmarks.length > 1 ? (['benchmark'] as const) : []),
      ...(workloads.length > 1 ? (['workload'] as const) : []),
      ...(hasClients ? (['clients'] as const) : []),
    ],
    base: { kind: 'values', values: { version: from } },
    show: 'both',
    metrics: metricsOf(changes),
  }
}

/** The axes that the verdict used; changes that were stored before axes existed name them only in their line. */
function axesOf({ axes, line }: FindingChange): readonly DimensionName[] {
  if (axes !== undefined) return axes
  return line.split(' ').some((part) => part !== '' && !part.includes('=')) ? ['config', 'compiler'] : []
}

/** If only ratios were published, they are what changed, and no test has them as its primary metric. */
function metricsOf(changes: readonly FindingChange[]): string[] {
  const metrics = new Set(changes.map(({ metric }) => (metric === RELATIVE ? RELATIVE : PRIMARY_METRIC)))
  return metrics.size === 0 ? [PRIMARY_METRIC] : [...metrics]
}

const RELATIVE = 'relative_qps'

/** The series that shows a change between two commits of a version: the test with the largest change, over commits. */
export function findingSeries(
  { product, hardware, from, to }: FindingKey,
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
    color: null,
    method: null,
    from: null,
    to: null,
    run: runIds[0] ?? null,
  })
}
