import { parseNumber } from './table-cell.ts'

/** Number of labels that are read to recognize a table. */
const MAX_LABELS = 20

/** Splits a line at tabs, or at commas if it has no tabs. */
export const tableCells = (line: string): string[] => line.split(line.includes('\t') ? '\t' : ',')

/** The labels of the first rows of a table without a heading; null for a row that is not numbers and a label. */
export function labelsOf(lines: readonly string[]): (string | null)[] {
  const rows = lines.map(tableCells).filter((cells) => cells.length > 1)
  return rows.slice(0, MAX_LABELS).map(labelOf)
}

/** The text before the numbers, or the first text after them. */
function labelOf(cells: readonly string[]): string | null {
  const [first = '', second = ''] = cells
  if (parseNumber(first) === null) return parseNumber(second) === null ? null : first
  return cells.find((cell) => parseNumber(cell) === null) ?? null
}
