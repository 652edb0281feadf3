/**
 * True when a name matches a pattern in which `*` stands for any characters. Each literal part is searched once, so that
 * a pattern of many stars takes no longer; a regular expression would try all places of all of them.
 */
export function matchesName(name: string, pattern: string): boolean {
  const [first = '', ...others] = pattern.split('*')
  if (others.length === 0) return name === pattern
  const last = others.pop() ?? ''
  if (!name.startsWith(first)) return false
  let at = first.length
  for (const part of others) {
    const found = name.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return name.length - last.length >= at && name.endsWith(last)
}
