import { plural } from '../plural.ts'
import type { Grid } from './grid.ts'
import { COVERAGE, type NoiseSource, type Reason, type VerdictCounts } from './verdict/verdict.ts'
import { namedCounts } from './verdict/verdict-codes.ts'

export const NOISE_SOURCE_WORDS: Record<NoiseSource, string> = {
  test: 'repeats of this test on this machine',
  alike: 'repeats of this test, weighted with those of tests alike on this machine',
  group: 'repeats of this group of tests on this machine',
  machine: 'repeats of this benchmark on this machine',
  samples: 'the interval samples of the runs, which cannot show how runs differ',
  'own-repeats': 'the repeats of this cell and its base alone',
  neighbours: 'the steps between neighboring versions',
}

export const REASON_WORDS: Record<Reason, string> = {
  'same-binary': 'The same binary on the same machine: no change by construction.',
  'no-noise':
    'The noise is unknown: this machine has too few repeats, and too few releases to show outliers. Repeat the runs.',
  'samples-only':
    'The noise is unknown: interval samples show how much one run varies, not how much runs differ. Repeat the runs.',
  'not-repeats': 'The results of this cell, or of its base, are not repeats of each other.',
  'one-session':
    'All repeats were measured in one session, and the difference between sessions is unknown. Measure again in another session.',
  'may-be-outlier':
    'The noise is unknown: each side was measured in one session, and so many sessions are outliers that nothing says whether these are. Measure again in another session.',
  'not-positive': 'A value that is not above 0 has no ratio to judge.',
}

export const COVERAGE_WORDS = `${COVERAGE * 100}%`

/**
 * Counts of verdicts as text: "0 regressions, 0 improvements, 12 no change, 21 inconclusive; smallest detectable change
 * 4%".
 *
 * @param smallest as a share; null when no cell has an interval, absent in snapshots from before it was recorded.
 */
export function verdictCountWords(verdicts: VerdictCounts, smallest: number | null | undefined): string {
  const { regressions, improvements, noChange, inconclusive, judged, noiseUnknown } = namedCounts(verdicts)
  const unknown = noiseUnknown > 0 && noiseUnknown < judged ? ` (noise unknown in ${noiseUnknown})` : ''
  const counts = [
    plural(regressions, 'regression'),
    plural(improvements, 'improvement'),
    `${noChange} no change`,
    `${inconclusive} inconclusive${unknown}`,
  ]
  const detectable =
    noiseUnknown === judged
      ? '; the noise is unknown, because nothing was repeated often enough on these machines'
      : smallest == null
        ? ''
        : `; smallest detectable change ${percentWords(smallest)}`
  return `${counts.join(', ')}${detectable}`
}

/** A percentage such as "4%", or "0.4%" where whole percent would be too coarse. */
const percentWords = (share: number): string =>
  `${share < 0.01 ? Number((100 * share).toPrecision(1)) : Math.round(100 * share)}%`

/** The counts of verdicts as a sentence; null when nothing was judged. */
export function verdictCountSentence({
  verdicts,
  smallestDetectable,
}: Pick<Grid, 'verdicts' | 'smallestDetectable'>): string | null {
  if (verdicts === null) return null
  const { judged } = namedCounts(verdicts)
  return `${judged} compared ${judged === 1 ? 'cell' : 'cells'}: ${verdictCountWords(verdicts, smallestDetectable)}.`
}

/** The same sentence with the expected number of false changes. */
export function verdictSentence({
  verdicts,
  smallestDetectable,
}: Pick<Grid, 'verdicts' | 'smallestDetectable'>): string | null {
  const words = verdictCountSentence({ verdicts, smallestDetectable: smallestDetectable ?? null })
  if (verdicts === null || words === null) return null
  const changed = verdicts.worse + verdicts.better
  if (changed === 0) return words
  const { falseExpected } = verdicts
  const expected = falseExpected < 1 ? 'fewer than one' : `about ${Math.round(falseExpected)}`
  return `${words} Expected false changes: ${expected}.`
}
