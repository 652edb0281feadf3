import { type Moments, NO_VALUES, withValue } from '../stats/moments.ts'
import type { Repeat } from './repeats-of-candidate.ts'

/**
 * The repeats of one stage, in pairs: the n-th of the candidate with the n-th of the base. Both sides are measured in
 * turns, so the two of a pair were measured next to each other, and a drift of the machine is not in their difference.
 * The order alone decides which repeats are paired, and none is left out: a search that saw the values cannot choose.
 */
export type PairedRepeats = {
  /** Position from which repeats are counted. */
  from: number
  candidate: number
  base: number
  /** Repeats of the side that has more of them, without a partner, the oldest first. */
  waiting: readonly Repeat[]
  /** Differences of the score, ln(candidate / base), over all pairs. */
  score: Moments
  /** Differences of each side metric. */
  metrics: ReadonlyMap<string, Moments>
}

export const noPairs = (from: number): PairedRepeats => ({
  ...{ from, candidate: 0, base: 0, waiting: [], score: NO_VALUES, metrics: new Map() },
})

/** Adds a repeat of the candidate or of its base. One that began before the stage is not counted. */
export function withPairedRepeat(pairs: PairedRepeats, repeat: Repeat): PairedRepeats {
  if (repeat.first < pairs.from) return pairs
  const isBase = repeat.candidate === 0
  const counted = isBase ? { ...pairs, base: pairs.base + 1 } : { ...pairs, candidate: pairs.candidate + 1 }
  const [oldest, ...waiting] = pairs.waiting
  if (oldest === undefined || (oldest.candidate === 0) === isBase)
    return { ...counted, waiting: [...pairs.waiting, repeat] }
  const [own, base] = isBase ? [oldest, repeat] : [repeat, oldest]
  const metrics = new Map(pairs.metrics)
  for (const [name, value] of Object.entries(own.metrics)) {
    const ofBase = base.metrics[name]
    if (ofBase !== undefined) metrics.set(name, withValue(metrics.get(name) ?? NO_VALUES, value - ofBase))
  }
  return { ...counted, waiting, score: withValue(pairs.score, own.score - base.score), metrics }
}
