import { MIN_SEGMENT, PENDING } from './min-segment.ts'
import { MEDIAN_DIFFERENCE, smallestAt } from './neighbor-noise.ts'
import { meanOf } from './step-model.ts'

/** Number of points around a cut for the local noise, because noise itself can change. */
const NEIGHBORHOOD = 30
/** Points on each side of a short level in which a burst of noise would be visible. */
const CLOSE = 7
/** Minimum ratio of the variance of a burst to that of the series. */
const MIN_BURST = 1.6
/** Maximum residual in a burst, in standard deviations, so that a single fault does not look like a burst. */
const MAX_DEVIATIONS = 6
/** Weight of the variance from the median of a dozen differences, which is a poor estimate. */
const DIFFERENCES_SHARE = 0.8

export type Level = { start: number; end: number; mean: number }

export type MeanSquare = { square: number; degrees: number }

/** A series with and without clipped outliers, on the working scale. */
export type MeasuredSeries = { clipped: Float64Array; raw: Float64Array }

/** The levels between cuts, with their means. */
export function levelsOf(series: Float64Array, cuts: readonly number[]): Level[] {
  const levels: Level[] = []
  let start = 0
  for (let i = 0; i <= cuts.length; i++) {
    const end = cuts[i] ?? series.length
    levels.push({ start, end, mean: meanOf(series, start, end) })
    start = end
  }
  return levels
}

/** Noise around the levels of a series, as variances of one point with their degrees of freedom. */
export type LevelNoise = {
  whole: MeanSquare
  /** Mean square of the points near a position; `index` is the level that contains it or begins there. */
  near(at: number, index: number): MeanSquare
  /**
   * Mean square of a range and the points next to it, if they are clearly noisier than `wide`, also by their
   * differences.
   */
  burst(from: number, to: number, index: number, wide: MeanSquare): MeanSquare
  /** Mean square within a level, including outliers. */
  own(level: Level): number
}

/**
 * Measures the noise around levels. Prefix sums are computed once, so that the cost of a neighborhood does not depend
 * on the length of the series; the next call overwrites them.
 *
 * A level needs three points, so the first two of a series may be the end of an earlier level. If they were clipped as
 * outliers, they do not count as noise of the first level.
 *
 * @param sd standard deviation of one point.
 */
export function measureLevels({ clipped, raw }: MeasuredSeries, levels: readonly Level[], sd: number): LevelNoise {
  const count = clipped.length
  const sums = residualSums(clipped, levels)
  const lead = leadOf(clipped, raw)
  const limit = MAX_DEVIATIONS * sd

  const between = (from: number, to: number, index: number): MeanSquare => {
    const degrees = Math.max(1, to - from - 1 - cutsWithin(levels, index, from, to))
    return { square: ((sums[to] ?? 0) - (sums[from] ?? 0)) / degrees, degrees }
  }
  const asMeasured = (from: number, to: number, index: number): MeanSquare => {
    let sum = 0
    for (let at = firstWithin(levels, index, from); at < levels.length; at++) {
      const { start, end, mean } = levels[at] as Level // at < length
      if (start >= to) break
      for (let i = Math.max(start, from); i < Math.min(end, to); i++)
        sum += Math.min(limit, Math.abs((raw[i] ?? 0) - mean)) ** 2
    }
    const degrees = Math.max(1, to - from - 1 - cutsWithin(levels, index, from, to))
    return { square: sum / degrees, degrees }
  }
  return {
    whole: {
      square: (sums[count] ?? 0) / Math.max(1, count - levels.length),
      degrees: Math.max(1, count - levels.length),
    },
    near(at, index) {
      const from = Math.max(0, Math.min(at - NEIGHBORHOOD / 2, count - NEIGHBORHOOD))
      return between(from, Math.min(count, from + NEIGHBORHOOD), index)
    },
    burst(from, to, index, wide) {
      const [first, last] = [Math.max(0, from - CLOSE), Math.min(count, to + CLOSE)]
      const seen = asMeasured(Math.max(lead, first), last, index)
      const isBurst = seen.square > MIN_BURST * wide.square
      const square = Math.max(isBurst ? seen.square : 0, differencesSquare(clipped, first, last))
      return { square, degrees: isBurst ? Math.min(seen.degrees, wide.degrees) : wide.degrees }
    },
    own({ start, end }) {
      const from = start === 0 && end >= MIN_SEGMENT + lead ? lead : start
      const mean = meanOf(raw, from, end)
      let squares = 0
      for (let i = from; i < end; i++) squares += ((raw[i] ?? 0) - mean) ** 2
      return squares / (end - from - 1)
    },
  }
}

/** Number of clipped points at the start, at most two. */
function leadOf(clipped: Float64Array, raw: Float64Array): number {
  let lead = 0
  while (lead < PENDING && clipped[lead] !== raw[lead]) lead++
  return lead
}

/** Index of the level that contains a point, searched from a nearby index. */
function firstWithin(levels: readonly Level[], index: number, at: number): number {
  let found = index
  while (found > 0 && (levels[found]?.start ?? 0) > at) found--
  while (found + 1 < levels.length && (levels[found]?.end ?? 0) <= at) found++
  return found
}

/** Number of levels that begin after `from` and before `to`. */
function cutsWithin(levels: readonly Level[], index: number, from: number, to: number): number {
  const first = firstWithin(levels, index, from)
  let last = first
  while (last + 1 < levels.length && (levels[last + 1]?.start ?? 0) < to) last++
  return last - first
}

// A buffer that calls share, because a thread judges one series at a time and allocation would cost as much as judging
// a short series.
let scratch = new Float64Array(256)
const differences = new Float64Array(64)

/** Sums of the squared residuals of the first 0, 1 ... n points. */
function residualSums(series: Float64Array, levels: readonly Level[]): Float64Array {
  if (series.length >= scratch.length) scratch = new Float64Array(2 * series.length)
  let sum = 0
  scratch[0] = 0
  for (const { start, end, mean } of levels)
    for (let i = start; i < end; i++) {
      const residual = (series[i] ?? 0) - mean
      sum += residual * residual
      scratch[i + 1] = sum
    }
  return scratch
}

/** Variance of one point from the median difference of neighboring points in a short stretch. */
function differencesSquare(series: Float64Array, first: number, last: number): number {
  const from = Math.max(0, first - 1)
  const count = Math.max(MIN_SEGMENT, last) - from - 1
  for (let i = 0; i < count; i++) differences[i] = Math.abs((series[from + i + 1] ?? 0) - (series[from + i] ?? 0))
  const median = smallestAt(differences, count >> 1, count)
  return DIFFERENCES_SHARE * (median / MEDIAN_DIFFERENCE) ** 2
}
