import type { Base, Comparison } from './comparison.ts'
import { type DimensionName, dependsOn } from './dimension.ts'

type Filters = Comparison['filters']

export type NamedBase = { dimension: DimensionName; value: string }

/** Dimensions and values that a base names; empty for other kinds of base. */
export function namedBase(base: Base): NamedBase[] {
  if (base.kind !== 'values') return []
  // Object.entries returns strings as keys; the schema accepts only names of dimensions.
  const entries = Object.entries(base.values) as [DimensionName, string | undefined][]
  return entries.flatMap(([dimension, value]) => (value === undefined ? [] : [{ dimension, value }]))
}

export type DependentDimensions = { has(dimension: DimensionName): boolean }

/**
 * Dimensions in which the base may differ from a cell: those that it does not name, but that depend on one that it
 * names (dimension.ts). The base is then the only matching value (choose-base.ts). Clients and hardware depend on
 * nothing.
 */
export function dependentDimensions(named: readonly NamedBase[]): DependentDimensions {
  const names = new Set(named.map(({ dimension }) => dimension))
  return { has: (dimension) => !names.has(dimension) && named.some((entry) => dependsOn(dimension, entry.dimension)) }
}

/**
 * Filters for the results of the base: those of the comparison, with the base's values for named dimensions and without
 * filters on dependent dimensions (18.0 filtered to x10b still finds its base 17.6 with x10a). A filter on a dependent
 * dimension that is on no axis stays, because the table would not show the difference.
 */
export function baseFilters(comparison: Comparison): Filters {
  const named = namedBase(comparison.base)
  const dependent = dependentDimensions(named)
  const visible = new Set([...comparison.rows, ...comparison.columns, ...comparison.tables, 'group'])
  const remaining = filterEntries(comparison.filters).filter(
    ([dimension]) => !(dependent.has(dimension) && visible.has(dimension)),
  )
  return Object.fromEntries([...remaining, ...named.map(({ dimension, value }) => [dimension, [value]])])
}

/**
 * Filters for all results that a comparison needs: those that it lists and those of its base, even if a filter excludes
 * them. Other results may pass too; the engine ignores them.
 */
export function pointsNeeded(comparison: Comparison): Filters {
  if (namedBase(comparison.base).length === 0) return comparison.filters
  const base = baseFilters(comparison)
  const needed = filterEntries(comparison.filters).flatMap(([dimension, values]) => {
    const baseValues = base[dimension]
    return baseValues === undefined ? [] : [[dimension, [...new Set([...values, ...baseValues])]]]
  })
  return Object.fromEntries(needed)
}

/** The filters that are set. */
export function filterEntries(filters: Filters): [DimensionName, string[]][] {
  // Keys of filters are names of dimensions.
  const entries = Object.entries(filters) as [DimensionName, string[] | undefined][]
  return entries.flatMap(([dimension, values]) => (values === undefined ? [] : [[dimension, values]]))
}
