/** The lines of a text as people count them: CRLF is one end, a byte order mark and a last empty line are no line. */
export type TextLines = {
  lines: string[]
  /** The text ends in the middle of a line: a killed program leaves this, and the last line may be cut. */
  endsMidLine: boolean
}

export function splitLines(text: string): TextLines {
  const lines = (text.startsWith('\ufeff') ? text.slice(1) : text).split(/\r?\n/)
  const endsMidLine = lines.at(-1) !== ''
  if (!endsMidLine) lines.pop()
  return { lines, endsMidLine }
}
