import { decimalsOf, isSameRounded } from './equal-after-rounding.ts'

/** A shorter figure is too coarse to be the rounded form of another: 5 and 5.4 are different measurements. */
const MIN_SIGNIFICANT_DIGITS = 3

/**
 * True when two figures of different uploads are one measurement: equal, or one is the other as an author rounded it
 * (7796 and 7796.41), to at least three significant digits. Symmetric.
 *
 * @param a finite, likewise `b`; both in the same unit.
 */
export function isSameFigure(a: number, b: number): boolean {
  if (a === b) return true
  const coarse = decimalsOf(a) <= decimalsOf(b) ? a : b
  return significantDigits(coarse) >= MIN_SIGNIFICANT_DIGITS && isSameRounded(a, b)
}

const significantDigits = (value: number): number =>
  value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value))) + 1 + decimalsOf(value)
