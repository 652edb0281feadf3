import type { Comparison } from '@assay/domain/compare/comparison'
import type { DimensionName } from '@assay/domain/compare/dimension'
import { headerBase } from '@assay/domain/compare/page-grid/header-base'

// Every link of a compare page is the comparison with one change; its address is derived from that.

/**
 * Sets these values of these dimensions as the base. A table of absolute values becomes relative, because otherwise the
 * link would not change the page.
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

/**
 * Sets a header as the base: the dimensions that it names, and those that depend on them (the version and the config of
 * a product), so that the base is one column and not several. Other dimensions, such as clients, come from each cell.
 *
 * @param values of the first column below the header.
 * @param named number of the dimensions that the header names.
 */
export function withHeaderBase(
  comparison: Comparison,
  dimensions: readonly DimensionName[],
  values: readonly string[],
  named: number,
): Comparison {
  const base = headerBase(dimensions, values, named)
  return withBase(
    comparison,
    base.map(({ dimension }) => dimension),
    base.map(({ value }) => value),
  )
}

/** Sorts by a column: descending, then ascending, then in the benchmark's order. */
export function withNextSort(comparison: Comparison, column: number): Comparison {
  const { sort } = comparison
  if (sort.kind !== 'column' || sort.column !== column) {
    return { ...comparison, sort: { kind: 'column', column, direction: 'descending' } }
  }
  if (sort.direction === 'descending') return { ...comparison, sort: { ...sort, direction: 'ascending' } }
  return { ...comparison, sort: { kind: 'order' } }
}

/** Sorts rows by name, then in the benchmark's order. */
export const withNextRowSort = (comparison: Comparison): Comparison => ({
  ...comparison,
  sort: comparison.sort.kind === 'name' ? { kind: 'order' } : { kind: 'name' },
})

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
