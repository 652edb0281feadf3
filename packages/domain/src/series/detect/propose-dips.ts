import { MIN_SEGMENT } from './min-segment.ts'

/** Longest stretch that is looked for as a dip; a longer one is found as a level of its own. */
export const MAX_DIP = 15
/** A dip is proposed from this gain, in variances of the noise. */
const MIN_GAIN = 10
/** In shorter series every third stretch would be a dip. */
const MIN_COUNT = 30

/**
 * Adds the most likely dip of each level: the stretch of 3 to 15 points, lower or higher than the rest of the level, with
 * the largest likelihood ratio against no change (the epidemic alternative of Levin and Kline 1985). Both of its ends are
 * proposed at once, because each alone is weaker than the pair.
 *
 * @returns the given cuts and those of the dips, ascending.
 */
export function proposeDips(series: Float64Array, cuts: readonly number[], variance: number): number[] {
  if (series.length < MIN_COUNT) return [...cuts]
  const added = [0, ...cuts].flatMap((start, i) => dipOf(series.subarray(start, cuts[i]), start, variance))
  return [...cuts, ...added].sort((a, b) => a - b)
}

function dipOf(level: Float64Array, start: number, variance: number): number[] {
  const count = level.length
  const sums = new Float64Array(count + 1)
  for (let i = 0; i < count; i++) sums[i + 1] = (sums[i] ?? 0) + (level[i] ?? 0)
  const mean = (sums[count] ?? 0) / count
  let best = { gain: MIN_GAIN * variance, from: 0, to: 0 }
  for (let points = MIN_SEGMENT; points <= Math.min(MAX_DIP, count - 2 * MIN_SEGMENT); points++) {
    const share = points * (1 - points / count)
    for (let from = MIN_SEGMENT; from + points + MIN_SEGMENT <= count; from++) {
      const over = (sums[from + points] ?? 0) - (sums[from] ?? 0) - points * mean
      const gain = (over * over) / share
      if (gain > best.gain) best = { gain, from, to: from + points }
    }
  }
  return best.to === 0 ? [] : [start + best.from, start + best.to]
}
