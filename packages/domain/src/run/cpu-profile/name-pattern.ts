/**
 * True when a name matches a pattern in which `*` matches any text, including none. The time is bounded by the product
 * of both lengths, so a hostile pattern cannot block the server as a regular expression could.
 */
export function fitsPattern(pattern: string, name: string): boolean {
  let [p, n, star, mark] = [0, 0, -1, 0]
  while (n < name.length) {
    if (pattern[p] === '*') {
      star = p++
      mark = n
    } else if (pattern[p] === name[n]) {
      p++
      n++
    } else if (star >= 0) {
      // The text that the last star matches grows by one character.
      p = star + 1
      n = ++mark
    } else {
      return false
    }
  }
  while (pattern[p] === '*') p++
  return p === pattern.length
}
