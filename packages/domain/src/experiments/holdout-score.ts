import { alwaysValidInterval } from '../stats/always-valid-interval.ts'
import { momentsOf } from '../stats/moments.ts'
import type { RatioWithInterval } from './candidate-state.ts'
import { ALPHA } from './decide-candidate.ts'
import type { Repeat } from './repeats-of-candidate.ts'

/** The score of a candidate on the holdout workloads; null before both sides have enough repeats of them. */
export function holdoutScore(own: readonly Repeat[], base: readonly Repeat[]): RatioWithInterval | null {
  if (own.length === 0 || base.length === 0) return null
  const [moments, momentsOfBase] = [own, base].map((repeats) => momentsOf(repeats.map(({ score }) => score)))
  if (moments === undefined || momentsOfBase === undefined) return null
  const { difference, halfWidth } = alwaysValidInterval(moments, momentsOfBase, ALPHA)
  if (!Number.isFinite(halfWidth)) return null
  const [ratio = 1, low = 1, high = 1] = [0, -halfWidth, halfWidth].map((side) => Math.exp(difference + side))
  return { ratio, low, high }
}
