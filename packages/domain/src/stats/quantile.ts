import { sortNumbers } from './sort-numbers.ts'

/**
 * Quantile of a sample: type 7 of Hyndman and Fan 1996, linear interpolation between order statistics, as R and
 * NumPy do by default.
 *
 * @param values finite, in any order.
 * @param p 0 to 1: 0 is the minimum, 0.5 the median, 1 the maximum.
 * @returns null for an empty sample.
 */
export function quantile(values: readonly number[], p: number): number | null {
  const sorted = sortNumbers(values)
  const position = (sorted.length - 1) * p
  const index = Math.floor(position)
  const below = sorted[index]
  if (below === undefined) return null
  const above = sorted[index + 1] ?? below
  const share = position - index
  // The weighted form stays within [below, above]; below + share * (above - below) can overflow between huge values.
  return share === 0 ? below : below * (1 - share) + above * share
}
