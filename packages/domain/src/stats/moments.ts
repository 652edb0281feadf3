/** Number of values, their mean, and the sum of squared deviations from it (in two passes, to keep precision). */
type Moments = { count: number; mean: number; squares: number }

/** @param values at least one, finite. */
export function momentsOf(values: readonly number[]): Moments {
  const count = values.length
  let mean = 0
  for (const value of values) mean += value / count
  let squares = 0
  for (const value of values) squares += (value - mean) ** 2
  return { count, mean, squares }
}
