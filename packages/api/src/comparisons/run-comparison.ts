import type { ObservedDimension, ProjectQueries } from '@assay/db/types'
import { compare } from '@assay/domain/compare/compare'
import type { Comparison } from '@assay/domain/compare/comparison'
import type { Grid } from '@assay/domain/compare/grid'
import { pointsNeeded } from '@assay/domain/compare/points-needed'
import { AS_PUBLISHED_PREFIX, PRIMARY_METRIC } from '@assay/domain/run/metric'

/** The grid of a comparison: one SQL statement for the points, then the engine. */
export async function runComparison(queries: ProjectQueries, comparison: Comparison): Promise<Grid> {
  const points = await queries.cells.list({
    filters: pointsNeeded(comparison),
    // The archive's twin of each test's primary metric has no one name, so as published takes them all.
    metrics: comparison.asPublished ? null : withTwins(comparison.metrics),
    newestOnly: true,
    allSteps: comparison.allSteps,
  })
  return compare(points, comparison)
}

/** What the builder beside the table offers: each dimension with its values and counts. */
export function observedFor(queries: ProjectQueries, comparison: Comparison): Promise<ObservedDimension[]> {
  return queries.dimensions.observed({ filters: comparison.filters, allSteps: comparison.allSteps })
}

/** Each metric with the archive's version of it, since either may be the only one that is there. */
function withTwins(metrics: readonly string[]): string[] {
  return metrics.flatMap((name) => (name === PRIMARY_METRIC ? [name] : [name, `${AS_PUBLISHED_PREFIX}${name}`]))
}
