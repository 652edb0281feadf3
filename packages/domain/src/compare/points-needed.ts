import type { Base, Comparison } from './comparison.ts'
import { type DimensionName, dependsOn } from './dimension.ts'

type Filters = Comparison['filters']

export type NamedBase = { dimension: DimensionName; value: string }

/** Dimensions that a base names, with their values; empty for the other kinds of base. */
export function namedBase(base: Base): NamedBase[] {
  if (base.kind !== 'values') return []
  // Object.entries forgets the key type; the schema let only names of dimensions in.
  const entries = Object.entries(base.values) as [DimensionName, string | undefined][]
  return entries.flatMap(([dimension, value]) => (value === undefined ? [] : [{ dimension, value }]))
}

export type DependentDimensions = { has(dimension: DimensionName): boolean }

/**
 * Dimensions that the base does not name and that depend on one that it names (dimension.ts): in these the base may
 * differ from a cell, where exactly one value matches (choose-base.ts). Clients and hardware depend on nothing.
 */
export function dependentDimensions(named: readonly NamedBase[]): DependentDimensions {
  const names = new Set(named.map(({ dimension }) => dimension))
  return { has: (dimension) => !names.has(dimension) && named.some((entry) => dependsOn(dimension, entry.dimension)) }
}

/**
 * The filters for the results of the base: those of the comparison, with the base's values for the dimensions that it
 * names, and without filters on dimensions that may differ (18.0 filtered to x10b still finds its base 17.6 with x10a).
 * A filter on such a dimension is kept when it is on no axis, because the table would not show the difference.
 */
export function baseFilters(comparison: Comparison): Filters {
  const named = namedBase(comparison.base)
  const dependent = dependentDimensions(named)
  const visible = new Set([...comparison.rows, ...comparison.columns, ...comparison.tables, 'group'])
  const kept = filterEntries(comparison.filters).filter(
    ([dimension]) => !(dependent.has(dimension) && visible.has(dimension)),
  )
  return Object.fromEntries([...kept, ...named.map(({ dimension, value }) => [dimension, [value]])])
}

/**
 * The results that a comparison needs, as one set of filters: those it lists, and those of its base even where a
 * filter excludes them. It may let through some results that are neither; the engine leaves those out.
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

/** The filters that are set, with their key type kept. */
export function filterEntries(filters: Filters): [DimensionName, string[]][] {
  // As above: only names of dimensions are keys.
  const entries = Object.entries(filters) as [DimensionName, string[] | undefined][]
  return entries.flatMap(([dimension, values]) => (values === undefined ? [] : [[dimension, values]]))
}
