/**
 * True when the last line of a table with fixed-width columns was truncated, given its header line. A line with too few
 * fields was truncated; a truncated last field shows in its width, because each field is at least as wide as its
 * heading.
 */
export function isCutLine(line: string, header: string): boolean {
  if (line.trimEnd() !== line) return true // The line was truncated between two fields.
  return fieldCount(line) < fieldCount(header) || lastFieldWidth(line) < lastFieldWidth(header)
}

function fieldCount(line: string): number {
  return line.trim().split(/\s+/).length
}

/** Width of the last field with the blanks before it. */
function lastFieldWidth(line: string): number {
  const beforeField = line.trimEnd().lastIndexOf(' ')
  return line.trimEnd().length - line.slice(0, Math.max(beforeField, 0)).trimEnd().length
}
