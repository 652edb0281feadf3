/** From this many numbers on, sorting a typed copy is faster than calling a comparator. */
const MIN_TYPED = 64

/** A sorted copy, smallest first. Numbers are finite. */
export function sortNumbers(values: readonly number[]): number[] {
  if (values.length < MIN_TYPED) return values.toSorted((a, b) => a - b)
  return Array.from(Float64Array.from(values).sort())
}
