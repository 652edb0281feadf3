import { quantile } from './quantile.ts'

/** Middle value, or the mean of the two middle ones; null for an empty sample. Order does not matter. */
export function median(values: readonly number[]): number | null {
  return quantile(values, 0.5)
}
