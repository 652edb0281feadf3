import type { Comparison } from '@assay/domain/compare/comparison'
import { toQuery } from '@assay/domain/compare/comparison-url'
import { comparePath } from '../../paths.ts'

/** The query of a comparison with defaults only. An empty query opens the two newest releases instead. */
const EVERYTHING = 'rows=test'

/** The address of a comparison. The page always shows its table, also for the default comparison. */
export const comparisonPath = (project: string, comparison: Comparison): string =>
  comparePath(project, toQuery(comparison) || EVERYTHING)
