import type { Comparison } from '@assay/domain/compare/comparison'
import { toQuery } from '@assay/domain/compare/comparison-url'
import type { Grid } from '@assay/domain/compare/grid'
import { companionComparison } from '@assay/domain/compare/pairs/companion-comparison'
import { api } from '../../trpc/server-caller.ts'

/**
 * Reads CPU, context switches and response time next to the grid of a comparison.
 *
 * @param metrics of the project.
 * @returns null where none was measured, and for a comparison without throughput over versions.
 */
export async function readCompanions(
  project: string,
  { comparison, grid }: { comparison: Comparison; grid: Grid },
  metrics: readonly { name: string }[],
): Promise<Grid | null> {
  const others = companionComparison(
    comparison,
    grid,
    metrics.map(({ name }) => name),
  )
  if (others === null) return null
  return (await (await api()).comparisons.grid({ project, query: toQuery(others) })).grid
}
