import { parseNumber } from './table-cell.ts'

/** The labels of a few rows show the kind of a table. */
const MAX_LABELS = 20

/** The cells of a line, at its tabs or, without any, at its commas. */
export const tableCells = (line: string): string[] => line.split(line.includes('\t') ? '\t' : ',')

/** The labels of the first rows of a table without any heading; null for a row that is not numbers with a label. */
export function labelsOf(lines: readonly string[]): (string | null)[] {
  const rows = lines.map(tableCells).filter((cells) => cells.length > 1)
  return rows.slice(0, MAX_LABELS).map(labelOf)
}

/** The text before the numbers or the first one behind them. */
function labelOf(cells: readonly string[]): string | null {
  const [first = '', second = ''] = cells
  if (parseNumber(first) === null) return parseNumber(second) === null ? null : first
  return cells.find((cell) => parseNumber(cell) === null) ?? null
}
