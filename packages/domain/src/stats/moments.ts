/** Number of values, their mean, and the sum of squared deviations from it (in two passes, to keep precision). */
export type Moments = { count: number; mean: number; squares: number }

/** @param values at least one, finite. */
export function momentsOf(values: readonly number[]): Moments {
  const count = values.length
  let mean = 0
  for (const value of values) mean += value / count
  let squares = 0
  for (const value of values) squares += (value - mean) ** 2
  return { count, mean, squares }
}

export const NO_VALUES: Moments = { count: 0, mean: 0, squares: 0 }

/** The moments after one more value (Welford 1962, "Note on a method for calculating corrected sums of squares"). */
export function withValue({ count, mean, squares }: Moments, value: number): Moments {
  const distance = value - mean
  const next = mean + distance / (count + 1)
  return { count: count + 1, mean: next, squares: squares + distance * (value - next) }
}
