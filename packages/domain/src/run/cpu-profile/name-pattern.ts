/**
 * Whether a name fits a pattern in which `*` stands for any text, also none. Linear in both but for the number of
 * stars, so that a pattern of a stranger cannot keep the server busy as a regular expression could.
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
      // What the last star stands for grows by one character.
      p = star + 1
      n = ++mark
    } else {
      return false
    }
  }
  while (pattern[p] === '*') p++
  return p === pattern.length
}
