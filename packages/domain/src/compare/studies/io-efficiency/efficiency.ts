import type { Comparison } from '../../comparison.ts'

/** Cost metrics in the order of the columns; tables omit those without results. */
export const EFFICIENCY_COSTS = [
  'cpu/o',
  'cpu_us/o',
  'cs/o',
  'r/o',
  'rKB/o',
  'wKB/o',
  'instructions/o',
  'cycles/o',
  'ipc',
  'branch-misses/o',
  'cache-misses/o',
  'L1-dcache-load-misses/o',
  'dTLB-load-misses/o',
  'iTLB-load-misses/o',
  'LLC-load-misses/o',
  'task-clock/o',
  'context-switches/o',
  'w_amp',
  'db_gb',
  'lsm_sz',
  'blob_sz',
  'rss',
] as const

/**
 * The comparison of the study: a table for each test with versions (or the dimensions of the given comparison) on rows,
 * divided by the first row unless another base is named.
 */
export function efficiencyComparison(requested: Comparison): Comparison {
  const [metric = 'primary', ...others] = requested.metrics
  const compared = [...requested.columns, ...requested.rows].filter((dimension) => dimension !== 'test')
  return {
    ...requested,
    rows: compared,
    columns: [],
    tables: ['test', ...requested.tables.filter((dimension) => dimension !== 'test' && !compared.includes(dimension))],
    metrics: [
      ...new Set(
        metric === 'cpu/o'
          ? ['primary', metric, ...others, ...EFFICIENCY_COSTS]
          : [metric, ...others, ...EFFICIENCY_COSTS],
      ),
    ],
    base: requested.base.kind === 'values' ? requested.base : { kind: 'first-row' },
    onlyChanged: false,
  }
}
