import type { Cell } from '../grid.ts'
import type { CellVerdict, Verdict, VerdictCode, VerdictCounts } from './verdict.ts'

// Stored snapshots, findings, gates and REST v1 spell verdicts by codes that programs and old files read. Everything
// else uses the words of `Verdict`; this file alone maps one to the other.

const VERDICTS: Readonly<Record<VerdictCode, Verdict>> = {
  worse: 'regression',
  better: 'improvement',
  same: 'no change',
  'cannot-tell': 'inconclusive',
}
const CODES: Readonly<Record<Verdict, VerdictCode>> = {
  regression: 'worse',
  improvement: 'better',
  'no change': 'same',
  inconclusive: 'cannot-tell',
}

export const codeOf = (verdict: Verdict): VerdictCode => CODES[verdict]

/** The verdict of a cell; null if it was not judged. */
export const verdictOf = ({ verdict }: Pick<Cell, 'verdict'>): Verdict | null =>
  verdict === null ? null : decisionOf(verdict)

/** The decision that a judged cell contains. */
export const decisionOf = ({ verdict }: Pick<CellVerdict, 'verdict'>): Verdict => VERDICTS[verdict]

/** The verdict that is a change in this direction, as findings and bands have it. */
export const changeIn = (direction: 'worse' | 'better'): 'regression' | 'improvement' =>
  direction === 'worse' ? 'regression' : 'improvement'

/** The direction of a change, as findings store it; null for the other verdicts. */
export function directionOfChange(verdict: Verdict): 'worse' | 'better' | null {
  if (verdict === 'regression') return 'worse'
  return verdict === 'improvement' ? 'better' : null
}

/** The counts of a comparison by the words of verdicts, and their sum. */
export function namedCounts({ worse, better, same, cannotTell, noiseUnknown }: VerdictCounts) {
  const judged = worse + better + same + cannotTell
  return { regressions: worse, improvements: better, noChange: same, inconclusive: cannotTell, judged, noiseUnknown }
}

/** The code of the verdict of a gate in REST v1. */
export const gateCodeOf = <Decided extends string>(verdict: Decided) =>
  verdict === 'inconclusive' ? 'cannot tell' : (verdict as Exclude<Decided, 'inconclusive'>)
