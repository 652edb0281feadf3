import type { Comparison } from '@assay/domain/compare/comparison'
import type { DimensionName } from '@assay/domain/compare/dimension'

// Every link of a compare page is the comparison with one change; its address is derived from that.

/** Sorts by a column: descending, then ascending, then in the benchmark's order. */
export function withNextSort(comparison: Comparison, column: number): Comparison {
  const { sort } = comparison
  if (sort.kind !== 'column' || sort.column !== column) {
    return { ...comparison, sort: { kind: 'column', column, direction: 'descending' } }
  }
  if (sort.direction === 'descending') return { ...comparison, sort: { ...sort, direction: 'ascending' } }
  return { ...comparison, sort: { kind: 'order' } }
}

/** Changes the display of values. Ratios need a base, so the first column becomes the base when there is none. */
export const withShow = (comparison: Comparison, show: Comparison['show']): Comparison => ({
  ...comparison,
  show,
  base: show !== 'absolute' && comparison.base.kind === 'none' ? { kind: 'first-column' } : comparison.base,
})

/** Removes the filter of a dimension, or one of its values. */
export function withoutFilter(comparison: Comparison, dimension: DimensionName, value?: string): Comparison {
  const { [dimension]: values, ...others } = comparison.filters
  const left = value === undefined ? [] : (values ?? []).filter((one) => one !== value)
  return { ...comparison, filters: left.length === 0 ? others : { ...others, [dimension]: left } }
}

/** Swaps rows and columns; a base or a sort that refers to one of them is reset. */
export function swapped(comparison: Comparison): Comparison {
  const { base, sort } = comparison
  const turned = { 'first-row': 'first-column', 'first-column': 'first-row' } as const
  return {
    ...comparison,
    rows: comparison.columns,
    columns: comparison.rows,
    base: base.kind === 'first-row' || base.kind === 'first-column' ? { kind: turned[base.kind] } : base,
    sort: sort.kind === 'column' ? { kind: 'order' } : sort,
  }
}
