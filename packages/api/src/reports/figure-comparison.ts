import type { Comparison } from '@assay/domain/compare/comparison'
import { stepsComparisons } from '@assay/domain/compare/studies/steps'

/** The one comparison that a figure shows of a study; of the several that the page of steps has, the relative one. */
export const figureComparison = ({
  study,
  comparison,
}: {
  study: string | null
  comparison: Comparison
}): Comparison => (study === 'steps' ? stepsComparisons(comparison).relative : comparison)
