import type { Comparison } from '@assay/domain/compare/comparison'
import { isDimensionName } from '@assay/domain/compare/dimension'
import type { ObservedDimension } from '../../../trpc/api-types.ts'

/**
 * Returns the dimensions of the results, and those that are filtered although no result has them; otherwise such a
 * filter could not be removed.
 */
export function withFiltered(
  observed: readonly ObservedDimension[],
  filters: Comparison['filters'],
): ObservedDimension[] {
  const known = new Set<string>(observed.map(({ name }) => name))
  const others = Object.keys(filters).filter((name) => !known.has(name) && isDimensionName(name))
  // The filter above passes only names of dimensions.
  return [
    ...observed.filter(({ name, values }) => values.length > 0 || filters[name] !== undefined),
    ...others.map((name) => ({ name: name as ObservedDimension['name'], values: [] })),
  ]
}
