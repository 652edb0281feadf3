import { COVERAGE, type NoiseSource, type Reason, type Verdict, type VerdictCounts } from '../verdict/verdict.ts'
import type { Cell, Grid } from './grid.ts'

/** Beside the sign of the band: `▼!` is worse, and more than noise; `▼?` is a ratio that noise alone may have made. */
export const VERDICT_MARK: Record<Verdict, string> = { worse: '!', better: '!', same: '=', 'cannot-tell': '?' }
export const VERDICT_WORD: Record<Verdict, string> = {
  worse: 'beyond the noise',
  better: 'beyond the noise',
  same: 'the same within the noise',
  'cannot-tell': 'cannot tell from noise',
}

/** What the marks mean, in one line. */
export const MARKS_LEGEND = '! beyond the noise, = the same within the noise, ? cannot tell'

export const NOISE_SOURCE_WORDS: Record<NoiseSource, string> = {
  test: 'repeats of this test on this machine',
  alike: 'repeats of this test, weighted with those of tests alike on this machine',
  group: 'repeats of this group of tests on this machine',
  machine: 'repeats of this benchmark on this machine',
  samples: 'the interval samples of the runs, which cannot show how runs differ',
  'own-repeats': 'the repeats of this cell and its base alone',
  neighbours: 'the steps between neighbouring versions',
}

export const REASON_WORDS: Record<Reason, string> = {
  'same-binary': 'The same binary on the same machine: no change by construction.',
  'no-noise': 'Too few repeats on this machine say how noisy it is.',
  'not-repeats': 'The results of this cell, or of its base, are not repeats of one thing.',
  'not-positive': 'A value that is not above 0 has no ratio to judge.',
}

export const COVERAGE_WORDS = `${COVERAGE * 100}%`

/** True when at least one cell could be told; where nobody knows the noise, a mark on every cell would say nothing. */
export const hasMarks = ({ verdicts }: Pick<Grid, 'verdicts'>): boolean =>
  verdicts !== null && verdicts.worse + verdicts.better + verdicts.same + verdicts.cannotTell > verdicts.noiseUnknown

/** The mark of a cell; null for the base, for what takes no part, and where the grid shows none. */
export function verdictMarker(grid: Pick<Grid, 'verdicts'>): (cell: Cell) => { mark: string; word: string } | null {
  if (!hasMarks(grid)) return () => null
  return ({ verdict }) =>
    verdict === null ? null : { mark: VERDICT_MARK[verdict.verdict], word: VERDICT_WORD[verdict.verdict] }
}

/** What the verdicts of a comparison say together, in a sentence or two; null where there was nothing to judge. */
export function verdictSentence(verdicts: VerdictCounts | null): string | null {
  if (verdicts === null) return null
  const { worse, better, same, cannotTell, noiseUnknown, falseExpected } = verdicts
  const judged = worse + better + same + cannotTell
  if (noiseUnknown === judged)
    return 'No verdicts: nothing was repeated often enough on these machines to know their noise.'
  const changed = worse + better
  const falseOnes =
    falseExpected < 1 ? 'fewer than one of them false' : `about ${Math.round(falseExpected)} of them false`
  const parts = [
    changed === 0
      ? 'None changed beyond the noise'
      : `${changed} changed beyond the noise (${better} better, ${worse} worse; expect ${falseOnes})`,
    `${same} ${same === 1 ? 'is' : 'are'} the same`,
    `${cannotTell} cannot be told`,
  ]
  const unknown = noiseUnknown === 0 ? '' : ` (of ${noiseUnknown} the noise is unknown)`
  return `Of ${judged} compared ${judged === 1 ? 'cell' : 'cells'}: ${parts.join(', ')}${unknown}.`
}
