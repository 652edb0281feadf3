/** Arithmetic mean; null for an empty sample. Values are added smallest first, so their order does not matter. */
export function mean(values: readonly number[]): number | null {
  if (values.length === 0) return null
  return values.toSorted((a, b) => a - b).reduce((sum, value) => sum + value, 0) / values.length
}
