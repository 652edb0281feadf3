import type { Comparison } from '@assay/domain/compare/comparison'
import { toQuery } from '@assay/domain/compare/comparison-url'
import { comparePath } from '../../paths.ts'

/** What the address of a comparison says when all of it is the default: without any query the page asks what to compare. */
const EVERYTHING = 'rows=test'

/** The address of a comparison; the page at it shows the table, also that of everything. */
export const comparisonPath = (project: string, comparison: Comparison): string =>
  comparePath(project, toQuery(comparison) || EVERYTHING)
