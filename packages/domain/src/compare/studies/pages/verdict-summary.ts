import type { Grid } from '../../grid.ts'
import { verdictSentence } from '../../verdict-words.ts'

/** The sentence of a page with the counts of its verdicts. */
export function verdictSummary(summary: string, grid: Pick<Grid, 'show' | 'verdicts' | 'smallestDetectable'>): string {
  const judged = grid.show === 'absolute' ? null : verdictSentence(grid)
  return judged === null ? summary : `${summary} ${judged}`
}
