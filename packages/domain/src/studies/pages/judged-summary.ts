import type { Grid } from '../../compare/grid.ts'
import { verdictSentence } from '../../compare/verdict-marks.ts'

/** The sentence of a page, then what the verdicts of its ratios say together: how many changed, and how many of those may be false. */
export function judgedSummary(summary: string, { show, verdicts }: Pick<Grid, 'show' | 'verdicts'>): string {
  const judged = show === 'absolute' ? null : verdictSentence(verdicts)
  return judged === null ? summary : `${summary} ${judged}`
}
