/**
 * True when the last line of a table with fixed-width columns was truncated. It has too few fields, or its last field
 * is narrower than the heading of that column in the header line.
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
