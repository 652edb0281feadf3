/**
 * Text of a heading in Markdown (`## Title ##`); null for another line. A regular expression for it would try all ways to
 * divide many spaces between its parts.
 */
export function headingText(line: string): string | null {
  const [mark] = /^ {0,3}#{1,6}(?=\s|$)/.exec(line) ?? []
  if (mark === undefined) return null
  const text = line.slice(mark.length).trim()
  let end = text.length
  while (text[end - 1] === '#') end -= 1
  // Signs that close a heading follow a space; `C#` is a name.
  const isClosed = end === 0 || /\s/.test(text[end - 1] ?? '')
  return isClosed ? text.slice(0, end).trimEnd() : text
}
