import { changeBand } from './change-band.ts'
import { BAND_SIGN, BAND_WORD } from './format-cell.ts'
import type { Cell, Grid } from './grid.ts'
import type { Verdict } from './verdict/verdict.ts'
import { decisionOf, namedCounts } from './verdict/verdict-codes.ts'

export const VERDICT_MARK: Record<Verdict, string> = {
  regression: '!',
  improvement: '!',
  'no change': '=',
  inconclusive: '?',
}

/** Legend of the marks, on one line. */
export const MARKS_LEGEND = '▼! regression, ▲! improvement, = no change, ? inconclusive'

/** True when at least one cell has a noise estimate; otherwise all cells would have the same mark. */
export const hasMarks = ({ verdicts }: Pick<Grid, 'verdicts'>): boolean =>
  verdicts !== null && namedCounts(verdicts).judged > verdicts.noiseUnknown

/** The sign of the direction, the sign of the verdict, both together, and the word. */
export type CellMark = { sign: string; verdict: string; mark: string; word: string }

/**
 * Returns a function that marks cells: `▼!` a regression, `=` no change, `?` inconclusive; without verdicts, the sign
 * of the band. The mark is null for the base, for excluded results, and if no cell has a noise estimate.
 */
export function cellMarker(grid: Pick<Grid, 'verdicts'>): (cell: Pick<Cell, 'band' | 'verdict'>) => CellMark | null {
  const isMarked = hasMarks(grid)
  return (cell) => {
    const band = changeBand(cell)
    const sign = BAND_SIGN[band]
    if (cell.verdict === null) return sign === '' ? null : { sign, verdict: '', mark: sign, word: BAND_WORD[band] }
    if (!isMarked) return null
    const word = decisionOf(cell.verdict)
    const verdict = VERDICT_MARK[word]
    return { sign, verdict, mark: `${sign}${verdict}`, word }
  }
}
