import { roundHalfEven } from '../../stats/round-half-even.ts'
import { RATIO_DIGITS } from '../band.ts'

/**
 * Divides a value by its base value: 1.00 is equal, 0.93 is 7% less. The direction of the metric does not matter.
 *
 * @param value in the unit of its metric, like `baseValue`; null without a result.
 * @param asPublished rounds the ratio half to even to the printed digits, as published tables do.
 * @returns a ratio without unit; null when a value is missing or the base is 0.
 */
export function ratioToBase(
  { value, baseValue }: { value: number | null; baseValue: number | null },
  { asPublished }: { asPublished: boolean },
): number | null {
  if (value === null || baseValue === null || baseValue === 0) return null
  const ratio = value / baseValue
  return asPublished ? roundHalfEven(ratio, RATIO_DIGITS) : ratio
}
