/**
 * The lines of a text file with LF or CRLF line ends, without a byte order mark. Line N is entry N - 1. Empty text has
 * no lines.
 */
export function textLines(text: string): string[] {
  const lines = (text.startsWith('\uFEFF') ? text.slice(1) : text).split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
}

/**
 * Splits text into lines. `endsMidLine` is true when the last line may be truncated, because a killed program can stop
 * in the middle of a line.
 */
export function splitLines(text: string): { lines: string[]; endsMidLine: boolean } {
  return { lines: textLines(text), endsMidLine: text !== '' && !text.endsWith('\n') }
}
