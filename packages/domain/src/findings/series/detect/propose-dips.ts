import { MIN_SEGMENT } from './min-segment.ts'

/** Maximum points of a dip; a longer one is detected as a level. */
export const MAX_DIP = 15
/** Minimum gain of a dip, in variances of the noise. */
const MIN_GAIN = 10
/** Minimum points of a series with dips; in shorter ones every third range would be a dip. */
const MIN_COUNT = 30

/**
 * Adds the most likely dip of each level: the range of 3 to 15 points, lower or higher than the rest of the level, with
 * the largest likelihood ratio against no change (the epidemic alternative of Levin and Kline 1985). Both ends are
 * proposed together, because each alone is weaker than the pair.
 *
 * @returns the given cuts and those of the dips, ascending.
 */
export function proposeDips(series: Float64Array, cuts: readonly number[], variance: number): number[] {
  if (series.length < MIN_COUNT) return [...cuts]
  if (series.length >= scratch.length) scratch = new Float64Array(2 * series.length)
  for (let i = 0; i < series.length; i++) scratch[i + 1] = (scratch[i] ?? 0) + (series[i] ?? 0)
  const added: number[] = []
  for (let i = 0; i <= cuts.length; i++) {
    const dip = dipOf(scratch, cuts[i - 1] ?? 0, cuts[i] ?? series.length, MIN_GAIN * variance)
    if (dip !== null) added.push(dip.from, dip.to)
  }
  return added.length === 0 ? [...cuts] : [...cuts, ...added].sort((a, b) => a - b)
}

// A buffer that calls share, because a thread searches one series at a time. Sums begin with 0.
let scratch = new Float64Array(257)

/** @param sums of the first 0, 1 ... n points of the series. */
function dipOf(sums: Float64Array, start: number, end: number, minGain: number): { from: number; to: number } | null {
  const count = end - start
  const mean = ((sums[end] ?? 0) - (sums[start] ?? 0)) / count
  let [best, length, from] = [minGain, 0, 0]
  for (let points = MIN_SEGMENT; points <= Math.min(MAX_DIP, count - 2 * MIN_SEGMENT); points++) {
    const share = points * (1 - points / count)
    // The gain is over^2 / share; only the best is divided.
    let threshold = Math.sqrt(best * share)
    const expected = points * mean
    for (let at = start + MIN_SEGMENT; at + points + MIN_SEGMENT <= end; at++) {
      const over = Math.abs((sums[at + points] ?? 0) - (sums[at] ?? 0) - expected)
      if (over > threshold) [threshold, best, length, from] = [over, (over * over) / share, points, at]
    }
  }
  return length === 0 ? null : { from, to: from + length }
}
