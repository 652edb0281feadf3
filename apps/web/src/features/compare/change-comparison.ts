import type { Comparison } from '@assay/domain/compare/comparison'
import type { DimensionName } from '@assay/domain/compare/dimension'

// Every link of a compare page is the comparison with one thing changed; its address follows from that.

/**
 * Divides by these values of these dimensions. A table of absolute values turns relative, because a base that
 * changes nothing on the page would look like a dead link.
 */
export function withBase(
  comparison: Comparison,
  dimensions: readonly DimensionName[],
  values: readonly string[],
): Comparison {
  const named = dimensions.map((dimension, index) => [dimension, values[index] ?? ''])
  return {
    ...comparison,
    base: { kind: 'values', values: Object.fromEntries(named) },
    show: comparison.show === 'absolute' ? 'relative' : comparison.show,
  }
}

/** Sorted by a column: largest first, then smallest first, then in the benchmark's own order again. */
export function withNextSort(comparison: Comparison, column: number): Comparison {
  const { sort } = comparison
  if (sort.kind !== 'column' || sort.column !== column) {
    return { ...comparison, sort: { kind: 'column', column, direction: 'descending' } }
  }
  if (sort.direction === 'descending') return { ...comparison, sort: { ...sort, direction: 'ascending' } }
  return { ...comparison, sort: { kind: 'order' } }
}

/** By name, and by the benchmark's own order again. */
export const withNextRowSort = (comparison: Comparison): Comparison => ({
  ...comparison,
  sort: comparison.sort.kind === 'name' ? { kind: 'order' } : { kind: 'name' },
})

/** Shown another way; ratios need a base, so the first column becomes it where there is none. */
export const withShow = (comparison: Comparison, show: Comparison['show']): Comparison => ({
  ...comparison,
  show,
  base: show !== 'absolute' && comparison.base.kind === 'none' ? { kind: 'first-column' } : comparison.base,
})

/** Without the filter of a dimension, or without one of its values. */
export function withoutFilter(comparison: Comparison, dimension: DimensionName, value?: string): Comparison {
  const { [dimension]: values, ...others } = comparison.filters
  const left = value === undefined ? [] : (values ?? []).filter((one) => one !== value)
  return { ...comparison, filters: left.length === 0 ? others : { ...others, [dimension]: left } }
}

/** Rows become columns and columns rows; a base or an order that meant one of them goes with it. */
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
