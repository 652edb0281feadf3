import { alwaysValidInterval } from '../stats/always-valid-interval.ts'
import { asRatio, type RatioWithInterval } from './candidate-state.ts'
import { ALPHA } from './decide-candidate.ts'
import { noPairs, withPairedRepeat } from './paired-repeats.ts'
import type { Repeat } from './repeats-of-candidate.ts'

/** The score of a candidate on the holdout workloads; null before there are enough pairs of them. */
export function holdoutScore(own: readonly Repeat[], base: readonly Repeat[]): RatioWithInterval | null {
  const [first] = own
  if (first === undefined) return null
  const repeats = [...own, ...base].sort((a, b) => a.last - b.last)
  return asRatio(alwaysValidInterval(repeats.reduce(withPairedRepeat, noPairs(first.first)).score, ALPHA))
}
