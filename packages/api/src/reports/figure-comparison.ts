import type { Comparison } from '@assay/domain/compare/comparison'
import type { Grid } from '@assay/domain/compare/grid'
import { stepsComparisons } from '@assay/domain/studies/steps'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { readComparison } from '../comparisons/read-comparison.ts'

/**
 * The one comparison that a figure shows of a study. The page of steps asks for several: of those a figure shows what is
 * relative, from rates where they are stored, else from the ratios that alone were published.
 */
export async function figureComparison(
  access: ProjectAccess,
  { study, comparison }: { study: string | null; comparison: Comparison },
): Promise<Comparison> {
  if (study !== 'steps') return comparison
  const { relative, published } = stepsComparisons(comparison)
  if (published === null) return relative
  return hasValues((await readComparison(access, relative)).grid) ? relative : published
}

const hasValues = ({ tables }: Grid): boolean =>
  tables.some(({ groups }) =>
    groups.some(({ rows }) => rows.some(({ cells }) => cells.some(({ value }) => value !== null))),
  )
