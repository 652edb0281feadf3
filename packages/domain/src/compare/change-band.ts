import type { Band, Cell } from './grid.ts'
import { decisionOf, directionOfChange } from './verdict/verdict-codes.ts'

/**
 * The change of a cell: its verdict if it was judged, otherwise its band. Colors, signs, counts, sentences and `only
 * changes` all use this definition. A judged cell that is neither a regression nor an improvement is `neutral`,
 * regardless of its ratio.
 */
export function changeBand({ band, verdict }: Pick<Cell, 'band' | 'verdict'>): Band {
  if (verdict === null) return band
  return directionOfChange(decisionOf(verdict)) ?? 'neutral'
}

/** True for a regression or an improvement; without verdicts, for a value in the worse or better band. */
export function isChange(cell: Pick<Cell, 'band' | 'verdict'>): boolean {
  const band = changeBand(cell)
  return band === 'worse' || band === 'better'
}
