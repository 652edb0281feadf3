/**
 * True when two prints of one number differ by no more than the one with fewer decimals was rounded: 7796 and 7796.41,
 * 0.5 and 0.46, whichever way halves were rounded. Numbers with equally many decimals must be equal.
 */
export function isSameRounded(a: number, b: number): boolean {
  if (a === b) return true
  const [digitsA, digitsB] = [decimalsOf(a), decimalsOf(b)]
  if (digitsA === digitsB) return false
  const step = 10 ** -Math.min(digitsA, digitsB)
  // The tolerance covers the error of binary fractions, 2^-52 of the larger number.
  return Math.abs(a - b) <= step / 2 + Math.max(Math.abs(a), Math.abs(b)) * Number.EPSILON
}

/** Decimals of the shortest text of a number: 2 for 7796.41, 0 for 7796, 7 for 1e-7. */
export function decimalsOf(value: number): number {
  const [mantissa = '', exponent = '0'] = String(value).split('e')
  return Math.max(0, (mantissa.split('.')[1]?.length ?? 0) - Number(exponent))
}
