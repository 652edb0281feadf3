import type { Comparison } from '@assay/domain/compare/comparison'
import { toQuery } from '@assay/domain/compare/comparison-url'
import type { Grid } from '@assay/domain/compare/grid'
import { companionMetrics, hasCompanions } from '@assay/domain/compare/pairs/pair-table'
import { api } from '../../trpc/server-caller.ts'

/**
 * Reads the same comparison in CPU, context switches and response time.
 *
 * @param metrics of the project.
 * @returns null where it measured none of them, and for a comparison without throughput over versions.
 */
export async function readCompanions(
  project: string,
  comparison: Comparison,
  metrics: readonly { name: string }[],
): Promise<Grid | null> {
  const companions = hasCompanions(comparison) ? companionMetrics(metrics.map(({ name }) => name)) : []
  if (companions.length === 0) return null
  const query = toQuery({ ...comparison, metrics: companions, sort: { kind: 'order' } })
  return (await (await api()).comparisons.grid({ project, query })).grid
}
