import type { Comparison } from '@assay/domain/compare/comparison'
import { toQuery } from '@assay/domain/compare/comparison-url'
import type { Grid } from '@assay/domain/compare/grid'
import { api } from '../../../trpc/server.ts'

/** The grid of a comparison, from the one engine behind every table. */
export async function askGrid(project: string, comparison: Comparison): Promise<Grid> {
  const { comparisons } = await api()
  return (await comparisons.grid({ project, query: toQuery(comparison) })).grid
}
