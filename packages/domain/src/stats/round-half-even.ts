/**
 * `value` rounded to `digits` decimals, exact halves to the even neighbour: 220.5 is 220, 221.5 is 222. This is
 * what `printf("%.0f")` of C and awk does, and so what the published tables hold.
 *
 * A half is decided on the double itself, as printf decides it: 0.125 to two decimals is a half (0.12), 0.145 is
 * not, because no double is 0.145 and the nearest one lies below.
 *
 * @param digits 0 to 20.
 * @returns the rounded value; NaN and infinities come back as they are.
 */
export function roundHalfEven(value: number, digits = 0): number {
  if (!Number.isFinite(value)) return value
  const rounded = Number(value.toFixed(digits)) // The exact value decides, but of two equally near it takes the larger.
  if (!isExactHalf(value, digits)) return rounded
  // Exact: a tie at `digits` decimals is a multiple of 1/2 of that unit, so its printed form has one digit more.
  const printed = Math.abs(value).toFixed(digits + 1)
  const truncated = printed.slice(0, -1)
  const lastDigit = Number(truncated.replace('.', '').slice(-1))
  const even = lastDigit % 2 === 0 ? Number(truncated) : Number(Math.abs(value).toFixed(digits + 1)) + 0.5 / 10 ** digits
  return Math.sign(value) * Number(even.toFixed(digits))
}

function isExactHalf(value: number, digits: number): boolean {
  // 100 decimals are more than the 52 that a half at 20 decimals or less can need beyond its own.
  const fraction = Math.abs(value).toFixed(100).split('.')[1] ?? ''
  return fraction.charAt(digits) === '5' && /^0*$/.test(fraction.slice(digits + 1))
}
