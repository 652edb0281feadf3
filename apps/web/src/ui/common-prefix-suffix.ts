/** Returns the lengths of the common prefix, and of the common suffix of the rest, of two texts or lists of texts. */
export function commonPrefixSuffix(a: ArrayLike<string>, b: ArrayLike<string>): { start: number; end: number } {
  const shorter = Math.min(a.length, b.length)
  let [start, end] = [0, 0]
  while (start < shorter && a[start] === b[start]) start++
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  return { start, end }
}
