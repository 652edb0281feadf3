import type { DimensionName } from '../dimension.ts'
import { dependentDimensions, type NamedBase } from '../points-needed.ts'

/**
 * Returns the dimensions and values of the base that a header sets: those that it names, and those that depend on them
 * (the version and the config of a product), so that the base is one column and not several.
 *
 * @param values of the first column below the header.
 * @param named number of the dimensions that the header names.
 */
export function headerBase(
  dimensions: readonly DimensionName[],
  values: readonly string[],
  named: number,
): NamedBase[] {
  const all = dimensions.map((dimension, i) => ({ dimension, value: values[i] ?? '' }))
  const depends = dependentDimensions(all.slice(0, named))
  return all.filter(({ dimension }, i) => i < named || depends.has(dimension))
}
