/**
 * The lines of a text file: without a byte order mark, whichever line ends it has (LF or CRLF), with or without one
 * after the last line. Line N of the file is entry N - 1. Empty text has no lines.
 */
export function textLines(text: string): string[] {
  const lines = (text.startsWith('\uFEFF') ? text.slice(1) : text).split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
}

/** Lines, and whether the last of them may be cut: a killed program leaves a text that ends in the middle of a line. */
export function splitLines(text: string): { lines: string[]; endsMidLine: boolean } {
  return { lines: textLines(text), endsMidLine: text !== '' && !text.endsWith('\n') }
}
