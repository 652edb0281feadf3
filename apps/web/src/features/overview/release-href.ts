import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import type { ReleaseStrip } from '@assay/domain/findings/releases/release-strips'
import { comparisonPath } from '../compare/comparison-path.ts'

type Place = Pick<ReleaseStrip, 'product' | 'hardware' | 'benchmark'>

/** The comparison of a release with the previous one on one machine. */
export function releaseHref(project: string, place: Place, { from, to }: { from: string; to: string }): string {
  return comparisonPath(project, {
    ...DEFAULT_COMPARISON,
    filters: { ...filtersOf(place), version: [from, to] },
    columns: ['version'],
    base: { kind: 'values', values: { version: from } },
  })
}

/** The comparison of all releases of a product on one machine. */
export const allReleasesHref = (project: string, place: Place): string =>
  comparisonPath(project, { ...DEFAULT_COMPARISON, filters: filtersOf(place), columns: ['version'] })

const filtersOf = ({ product, hardware, benchmark }: Place) => ({
  product: [product],
  hardware: [hardware],
  benchmark: [benchmark],
})
