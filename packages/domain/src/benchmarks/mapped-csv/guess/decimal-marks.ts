import type { CsvMapping } from '../csv-mapping.ts'

export type Marks = Pick<CsvMapping, 'decimal' | 'thousands'>

const ENGLISH_GROUPS = /^[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/
const GERMAN_GROUPS = /^[-+]?\d{1,3}(?:\.\d{3})+(?:,\d+)?$/
const DECIMAL_COMMA = /^[-+]?\d+,\d+$/
const DECIMAL_POINT = /^[-+]?\d+\.\d+$/

/** Cells for a value that was not measured, also as spreadsheets write it. */
export const MISSING = /^(?:|-|–|na|n\/a|nan|null|none|failed|#n\/a|#nv|#div\/0!|#value!|#ref!)$/i

/** True for a cell with a number in any of the common notations. */
export const isNumeric = (cell: string): boolean =>
  /^[-+]?\d+(?:[.,]\d+)?(?:e[-+]?\d+)?$/i.test(cell) || ENGLISH_GROUPS.test(cell) || GERMAN_GROUPS.test(cell)

/**
 * Finds the decimal mark of all numbers of a table. `12.345` is twelve or twelve thousand; where no other cell decides, the
 * answer is a message.
 */
export function findMarks(cells: readonly string[]): Marks | { message: string } {
  const numbers = cells.filter(isNumeric)
  const only = (yes: RegExp, no: RegExp) => numbers.find((cell) => yes.test(cell) && !no.test(cell))
  const comma =
    only(DECIMAL_COMMA, ENGLISH_GROUPS) ?? numbers.find((cell) => GERMAN_GROUPS.test(cell) && /,|\..*\./.test(cell))
  const point =
    only(DECIMAL_POINT, GERMAN_GROUPS) ?? numbers.find((cell) => ENGLISH_GROUPS.test(cell) && /\.|,.*,/.test(cell))
  if (comma !== undefined && point !== undefined)
    return { message: `has decimal commas (${comma}) and decimal points (${point})` }
  if (comma !== undefined) return { decimal: ',', thousands: '.' }
  if (point !== undefined) return { decimal: '.', thousands: ',' }
  const ambiguous = numbers.find((cell) => /[.,]/.test(cell))
  if (ambiguous === undefined) return { decimal: '.' }
  return { message: `holds ${ambiguous}, which may be a fraction or thousands; state \`decimal\` and \`thousands\`` }
}
