/** A shorter figure says too little to be the rounded form of another: 5 and 5.4 are different measurements. */
const MIN_SIGNIFICANT_DIGITS = 3

/**
 * Whether two figures are one measurement: equal, or one is the other rounded to its own last decimal, as authors of
 * summaries round (7796 and 7796.41). A rounded figure has at least three significant digits. Symmetric.
 *
 * @param a finite, likewise `b`; both in the same unit.
 */
export function isSameFigure(a: number, b: number): boolean {
  if (a === b) return true
  const [coarse, fine] = decimalsOf(a) <= decimalsOf(b) ? [a, b] : [b, a]
  const decimals = decimalsOf(coarse)
  if (significantDigits(coarse, decimals) < MIN_SIGNIFICANT_DIGITS) return false
  // Half a unit of the last digit; the slack covers the binary form of decimals such as 0.05.
  return Math.abs(coarse - fine) <= 0.5 * 10 ** -decimals * (1 + 1e-9)
}

/** Decimals of the shortest text that reads back as the number: 2 for 7796.41, 0 for 7796, 7 for 1e-7. */
function decimalsOf(value: number): number {
  const [mantissa = '', exponent = '0'] = String(value).split('e')
  const fraction = mantissa.split('.')[1] ?? ''
  return Math.max(0, fraction.length - Number(exponent))
}

const significantDigits = (value: number, decimals: number): number =>
  value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value))) + 1 + decimals
