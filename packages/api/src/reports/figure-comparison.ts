import type { Comparison } from '@assay/domain/compare/comparison'
import { stepsComparisons } from '@assay/domain/compare/studies/steps'

/**
 * Returns the comparison that a figure shows of a study. The page of steps has several, of which a figure shows the
 * relative one.
 */
export const figureComparison = ({
  study,
  comparison,
}: {
  study: string | null
  comparison: Comparison
}): Comparison => (study === 'steps' ? stepsComparisons(comparison).relative : comparison)
