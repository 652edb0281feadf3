import type { Band, Cell } from './grid.ts'

/**
 * The change of a cell, the only definition behind colors, signs, counts, sentences and `only changes`: its
 * verdict where the cell was judged, otherwise its band. A judged cell that is neither a regression nor an improvement
 * is `neutral`, however far its ratio lies from 1.
 */
export function changeBand({ band, verdict }: Pick<Cell, 'band' | 'verdict'>): Band {
  if (verdict === null) return band
  return verdict.verdict === 'worse' || verdict.verdict === 'better' ? verdict.verdict : 'neutral'
}

/** True for a regression or an improvement; where verdicts are off, for a value in the worse or better band. */
export function isChange(cell: Pick<Cell, 'band' | 'verdict'>): boolean {
  const band = changeBand(cell)
  return band === 'worse' || band === 'better'
}
