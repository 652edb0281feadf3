/** How much two texts, or two lists of them, share at their start, and how much of the rest at their end. */
export function sameEnds(a: ArrayLike<string>, b: ArrayLike<string>): { start: number; end: number } {
  const shorter = Math.min(a.length, b.length)
  let [start, end] = [0, 0]
  while (start < shorter && a[start] === b[start]) start++
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  return { start, end }
}
