import type { Comparison } from '@assay/domain/compare/comparison'
import { isDimensionName } from '@assay/domain/compare/dimension'
import type { ObservedDimension } from '../../../trpc/answers.ts'

/** Dimensions that the results have, and those that are filtered although nothing has them: else the filter could not be undone. */
export function withFiltered(
  observed: readonly ObservedDimension[],
  filters: Comparison['filters'],
): ObservedDimension[] {
  const known = new Set<string>(observed.map(({ name }) => name))
  const others = Object.keys(filters).filter((name) => !known.has(name) && isDimensionName(name))
  // The filter above lets only names of dimensions pass.
  return [
    ...observed.filter(({ name, values }) => values.length > 0 || filters[name] !== undefined),
    ...others.map((name) => ({ name: name as ObservedDimension['name'], values: [] })),
  ]
}
