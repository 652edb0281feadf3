import { mean } from './mean.ts'

/**
 * Geometric mean: the average that ratios need, so that 0.50 and 2.00 average to 1.00.
 *
 * @param values finite and >= 0; one 0 makes the mean 0.
 * @returns null for an empty sample, or when a value is negative: no geometric mean exists then.
 */
export function geometricMean(values: readonly number[]): number | null {
  if (values.some((value) => value < 0)) return null
  const logarithm = mean(values.map(Math.log))
  return logarithm === null ? null : Math.exp(logarithm)
}
