import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import type { ReleaseStrip } from '@assay/domain/findings/releases/release-strips'
import { comparisonPath } from '../compare/comparison-path.ts'

type StripKey = Pick<ReleaseStrip, 'product' | 'hardware' | 'benchmark'>

/** The comparison of a release with the previous one on one machine. */
export function releaseHref(project: string, strip: StripKey, { from, to }: { from: string; to: string }): string {
  return comparisonPath(project, {
    ...DEFAULT_COMPARISON,
    filters: { ...filtersOf(strip), version: [from, to] },
    columns: ['version'],
    base: { kind: 'values', values: { version: from } },
  })
}

/** The comparison of all releases of a product on one machine. */
export const allReleasesHref = (project: string, strip: StripKey): string =>
  comparisonPath(project, { ...DEFAULT_COMPARISON, filters: filtersOf(strip), columns: ['version'] })

const filtersOf = ({ product, hardware, benchmark }: StripKey) => ({
  product: [product],
  hardware: [hardware],
  benchmark: [benchmark],
})
