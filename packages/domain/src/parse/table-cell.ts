/**
 * Why a cell of a table holds no result:
 * - `empty`, `not-available` (NA), `failed`: as written;
 * - `engine-name`: the name of the engine slipped into the column of a number, because the step failed;
 * - `zero`: 0 queries/s, or a ratio of 0.00, which is what a result that is not there comes out as (a real ratio below
 *   0.005 looks the same; only the absolute table shows it);
 * - `zero-by-zero`: a ratio of 0 and 0, printed as `1`; `infinite`: a ratio to 0;
 * - `negative`: -1 or -0.000, the mark of "not supported" or of a counter that restarted;
 * - `column-shift`: a number under the wrong name (db_bench from RocksDB 10.3 on);
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

/** A number, or null with the reason why there is none. Never 0 for a result that is missing. */
export type TableCell = { value: number; missing: null } | { value: null; missing: MissingReason }

export const present = (value: number): TableCell => ({ value, missing: null })

export const missing = (reason: MissingReason): TableCell => ({ value: null, missing: reason })

const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** The finite number in a cell; null for anything else: text, hexadecimal, 1e400. */
export function parseNumber(text: string): number | null {
  if (!NUMBER.test(text)) return null
  const value = Number(text)
  return Number.isFinite(value) ? value : null
}

/** Parses a cell by the rules that all tables share; anything else is `not-understood`. */
export function parseCell(text: string): TableCell {
  if (text === '') return missing('empty')
  if (/^n\/?a$/i.test(text)) return missing('not-available')
  if (/^failed$/i.test(text)) return missing('failed')
  if (/^[+-]?inf(inity)?$/i.test(text)) return missing('infinite')
  const value = parseNumber(text)
  if (value === null) return missing('not-understood')
  return text.startsWith('-') ? missing('negative') : present(value)
}
