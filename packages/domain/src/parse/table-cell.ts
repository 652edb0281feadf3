/**
 * The reason why a cell of a table has no result:
 * - `empty`, `not-available` (NA), `failed`: as the cell states;
 * - `engine-name`: the name of the engine is in the column of a number, because the step failed;
 * - `zero`: 0 queries/s or a ratio of 0.00, which tools print for a missing result (a real ratio below 0.005 looks the
 *   same; only a table of absolute values distinguishes them);
 * - `zero-by-zero`: a ratio of 0 and 0, printed as `1`; `infinite`: a ratio to 0;
 * - `negative`: -1 or -0.000, which mean "not supported" or that a counter restarted;
 * - `column-shift`: a number below the wrong heading (db_bench from RocksDB 10.3 on);
 * - `not-understood`: none of these; a problem names the line.
 */
export type MissingReason =
  | 'empty'
  | 'not-available'
  | 'failed'
  | 'engine-name'
  | 'zero'
  | 'zero-by-zero'
  | 'infinite'
  | 'negative'
  | 'column-shift'
  | 'not-understood'

/** A number, or null with the reason. A missing result is never 0. */
export type TableCell = { value: number; missing: null } | { value: null; missing: MissingReason }

export const present = (value: number): TableCell => ({ value, missing: null })

export const missing = (reason: MissingReason): TableCell => ({ value: null, missing: reason })

const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** The finite number in a cell; null for other text, hexadecimal numbers and 1e400. */
export function parseNumber(text: string): number | null {
  if (!NUMBER.test(text)) return null
  const value = Number(text)
  return Number.isFinite(value) ? value : null
}

/** Parses a cell by the rules of all tables; other text is `not-understood`. */
export function parseCell(text: string): TableCell {
  if (text === '') return missing('empty')
  if (/^n\/?a$/i.test(text)) return missing('not-available')
  if (/^failed$/i.test(text)) return missing('failed')
  if (/^[+-]?inf(inity)?$/i.test(text)) return missing('infinite')
  const value = parseNumber(text)
  if (value === null) return missing('not-understood')
  return text.startsWith('-') ? missing('negative') : present(value)
}
