/**
 * `value` rounded to `digits` decimals, exact halves to the even neighbor: 220.5 is 220, 221.5 is 222. This is
 * what `printf("%.0f")` of C and awk does, and so what the published tables hold.
 *
 * A half is decided on the double itself, as printf decides it: 0.125 to two decimals is a half (0.12), 0.145 is
 * not, because no double is 0.145 and the nearest one lies below.
 *
 * @param digits 0 to 20.
 * @returns the rounded value, never -0; NaN and infinities are returned unchanged.
 */
export function roundHalfEven(value: number, digits = 0): number {
  const magnitude = Math.abs(value)
  if (!(magnitude < 2 ** 52)) return value // Whole numbers, infinities and NaN.
  const rounded = isExactHalf(magnitude, digits) ? halfToEven(magnitude, digits) : Number(magnitude.toFixed(digits))
  return value < 0 && rounded !== 0 ? -rounded : rounded
}

function isExactHalf(magnitude: number, digits: number): boolean {
  // An exact half is k / (2 x 10^digits), and then this product is exactly k. Most values stop here.
  if (!Number.isInteger(magnitude * 2 * 10 ** digits)) return false
  return /^50*$/.test(decimals(magnitude).slice(digits))
}

function halfToEven(magnitude: number, digits: number): number {
  const all = magnitude.toFixed(digits + 1) // Exact: a half has one digit more than what is kept.
  const remaining = all.slice(0, digits === 0 ? -2 : -1)
  // toFixed rounds a tie up, which is the even neighbor only if the kept digit is odd.
  return Number(remaining.slice(-1)) % 2 === 0 ? Number(remaining) : Number(magnitude.toFixed(digits))
}

/** toFixed prints the exact value of the double, and 100 decimals are more than a half at 20 decimals has. */
function decimals(magnitude: number): string {
  return magnitude.toFixed(100).split('.')[1] ?? ''
}
