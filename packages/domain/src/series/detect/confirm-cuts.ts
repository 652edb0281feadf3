import { MIN_SEGMENT, PENDING } from './min-segment.ts'
import { MEDIAN_DIFFERENCE, type Noise, varianceFactor } from './noise.ts'
import { MAX_DIP } from './propose-dips.ts'

/**
 * Demand on a cut: |t| at least sqrt(demand x ln n). Tuned on seeds of their own (bench/parts/change-points.ts). A short
 * level at the end is news and can begin at one place only; a short one elsewhere can begin at many and is mostly a burst
 * of noise. A dip is tested as a whole against the levels on both sides, which must agree.
 */
const DEMAND = { ordinary: 3.1, newest: 1.7, short: 4.5, dip: 3.15 }
/** Maximum |t| between the levels before and after a dip. */
const MAX_APART = 2.5
const SHORT = 8
/** The points of a short newest level that are not pending must show it by this t on their own. */
const SETTLED = 1.5
/** Points around a cut from which the noise nearby is taken, because noise itself changes. */
const NEIGHBOURHOOD = 30
/** Points on each side of a short level in which a burst of noise would be seen. */
const CLOSE = 7
/** Variances this many times as large as that of the series are believed: nearby ones, and those of a level itself. */
const NOISIER = { nearby: 1.6, itself: 1.5 }
/** Levels of fewer points may be noisier than the series because they are a burst; in a short series only the shortest. */
const MAX_UNEVEN = { long: 12, short: 8 }
const MIN_COUNT_FOR_UNEVEN = 40
/** The median of a dozen differences is hardly known, so that somewhat less of it is believed. */
const DIFFERENCES_SHARE = 0.8
const MIN_COUNT_FOR_DEMAND = 50

/** A series without outliers, and as it was measured, both on the working scale. */
export type ConfirmedSeries = { clipped: Float64Array; raw: Float64Array }

/**
 * Removes the weakest cut until all of them stand a t test between the levels on both sides, with the largest of the
 * noise of the whole series, the noise nearby, and for a short level its own.
 *
 * @param found ascending; likewise what is returned.
 */
export function confirmCuts(series: ConfirmedSeries, found: readonly number[], noise: Noise): number[] {
  let cuts = [...found]
  while (cuts.length > 0) {
    const levels = levelsOf(series.clipped, cuts)
    const newest = levels.at(-1)
    if (newest !== undefined && restsOnPending(series.clipped, newest, levels.at(-2)?.mean ?? 0, noise)) {
      cuts = cuts.slice(0, -1)
      continue
    }
    const strengths = strengthsOf({
      ...series,
      levels,
      cuts,
      noise,
      residuals: residualsOf(series.clipped, levels, cuts),
    })
    const weakest = strengths.reduce((least, strength, i) => (strength < (strengths[least] ?? 0) ? i : least), 0)
    if ((strengths[weakest] ?? 1) >= 1) return cuts
    cuts = cuts.toSpliced(weakest, 1)
  }
  return cuts
}

/** True when the newest level, without its last two points, is hardly told from the level before: two points drag it there. */
function restsOnPending(series: Float64Array, { start, end, mean }: Level, before: number, noise: Noise): boolean {
  if (end - start >= SHORT) return false
  const settled = series.subarray(start, end - PENDING)
  const rest = settled.reduce((sum, value) => sum + value, 0) / settled.length
  if (Math.abs(rest - mean) > Math.abs(rest - before)) return true
  return Math.abs(rest - before) < SETTLED * Math.sqrt(noise.variance / settled.length)
}

type Level = { start: number; end: number; mean: number }

type Model = ConfirmedSeries & {
  levels: readonly Level[]
  cuts: readonly number[]
  noise: Noise
  residuals: Residuals
}

/** |t| of each cut / what it must reach: of the cut alone, or of the dip that it begins or ends. */
function strengthsOf(model: Model): number[] {
  const strengths = model.cuts.map((_, i) => stepStrength(model, i))
  for (let i = 0; i + 1 < strengths.length; i++) {
    const dip = dipStrength(model, i + 1)
    strengths[i] = Math.max(strengths[i] ?? 0, dip)
    strengths[i + 1] = Math.max(strengths[i + 1] ?? 0, dip)
  }
  return strengths
}

function stepStrength(model: Model, index: number): number {
  const { levels, cuts, raw, clipped, residuals } = model
  const [cut, left, right] = [cuts[index], levels[index], levels[index + 1]]
  if (cut === undefined || left === undefined || right === undefined) return 0 // One level more than cuts.
  const [before, after] = [sizeOf(left), sizeOf(right)]
  const isNewest = index === cuts.length - 1 && after < SHORT
  const isShort = before < SHORT || (after < SHORT && !isNewest)
  const { square: wide, degrees } = larger(residuals.near(cut), residuals.whole)
  const isUneven = (level: Level) => sizeOf(level) < maxUneven(clipped) && ownSquare(raw, level) > NOISIER.itself * wide
  const uneven = [left, ...(index === cuts.length - 1 ? [] : [right])].filter(isUneven)
  const burst = isShort ? burstSquare(model, cut - CLOSE, cut + CLOSE, wide) : 0
  const square = Math.max(wide, burst, ...uneven.map((level) => ownSquare(raw, level)))
  const t = Math.abs(right.mean - left.mean) / standardError(model, square, [before, after])
  const demand = isShort ? DEMAND.short : isNewest ? DEMAND.newest : DEMAND.ordinary
  return t / limitOf(demand, clipped, uneven.length > 0 ? Math.min(before, after, MAX_UNEVEN.long) - 1 : degrees)
}

/** The level at `index` against those on both sides together; 0 where it is no dip. */
function dipStrength(model: Model, index: number): number {
  const { levels, raw, clipped, residuals } = model
  const [before, inside, after] = [levels[index - 1], levels[index], levels[index + 1]]
  if (before === undefined || inside === undefined || after === undefined) return 0
  const [b, n, a] = [sizeOf(before), sizeOf(inside), sizeOf(after)]
  if (n > MAX_DIP || b < n || a < n) return 0
  const { square: wide, degrees } = larger(residuals.near((inside.start + inside.end) >> 1), residuals.whole)
  const burst = burstSquare(model, inside.start - CLOSE, inside.end + CLOSE, wide)
  const own = ownSquare(raw, inside)
  const isUneven = own > NOISIER.itself * Math.max(wide, burst)
  const square = isUneven ? own : Math.max(wide, burst)
  if (Math.abs(before.mean - after.mean) > MAX_APART * standardError(model, square, [b, a])) return 0
  const outside = (before.mean * b + after.mean * a) / (b + a)
  const t = Math.abs(inside.mean - outside) / standardError(model, square, [n, b + a])
  return t / limitOf(DEMAND.dip, clipped, isUneven ? n - 1 : degrees)
}

const sizeOf = ({ start, end }: Level) => end - start

const maxUneven = ({ length }: Float64Array) => (length < MIN_COUNT_FOR_UNEVEN ? MAX_UNEVEN.short : MAX_UNEVEN.long)

/** Standard error of the difference of two means. */
function standardError({ noise: { variance, correlation } }: Model, square: number, sizes: [number, number]): number {
  // Residuals of correlated noise are too small, because levels follow its waves.
  const noise = correlation > 0 ? Math.max(square, variance) : square
  const shares = sizes.map((size) => varianceFactor(correlation, size) / size)
  return Math.sqrt(noise * shares.reduce((sum, share) => sum + share, 0))
}

/** Student's t that a demand means: first term of the Cornish-Fisher expansion around the normal quantile. */
function limitOf(demand: number, { length }: Float64Array, degrees: number): number {
  const z = Math.sqrt(demand * Math.log(Math.max(length, MIN_COUNT_FOR_DEMAND)))
  return z + (z ** 3 + z) / (4 * Math.max(degrees, 1))
}

/** Noise in which a short level lies, where it is clearly more than elsewhere; 0 otherwise. */
function burstSquare({ clipped, residuals }: Model, from: number, to: number, wide: number): number {
  const { square } = residuals.between(from, to)
  return Math.max(square > NOISIER.nearby * wide ? square : 0, differencesSquare(clipped, from, to))
}

/** Variance of one point from the median difference of neighbours. */
function differencesSquare(series: Float64Array, from: number, to: number): number {
  const part = series.subarray(Math.max(0, from - 1), Math.max(MIN_SEGMENT, to))
  const differences = part.subarray(1).map((value, i) => Math.abs(value - (part[i] ?? 0)))
  const median = differences.sort()[differences.length >> 1] ?? 0
  return DIFFERENCES_SHARE * (median / MEDIAN_DIFFERENCE) ** 2
}

/** Variance within a level, outliers included. */
function ownSquare(raw: Float64Array, { start, end }: Level): number {
  const part = raw.subarray(start, end)
  const mean = part.reduce((sum, value) => sum + value, 0) / part.length
  return part.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (part.length - 1)
}

type MeanSquare = { square: number; degrees: number }

const larger = (a: MeanSquare, b: MeanSquare) => (a.square > b.square ? a : b)

/** Mean squared residuals around the levels: of the whole series, near a cut, and between two points. */
type Residuals = {
  whole: MeanSquare
  near: (cut: number) => MeanSquare
  between: (from: number, to: number) => MeanSquare
}

/** Sums up to each point are made once, so that each neighbourhood costs the same however long the series is. */
function residualsOf(series: Float64Array, levels: readonly Level[], cuts: readonly number[]): Residuals {
  const count = series.length
  const sums = new Float64Array(count + 1)
  for (const { start, end, mean } of levels)
    for (let i = start; i < end; i++) sums[i + 1] = (sums[i] ?? 0) + ((series[i] ?? 0) - mean) ** 2
  const between = (first: number, last: number): MeanSquare => {
    const [from, to] = [Math.max(0, first), Math.min(count, last)]
    const inside = firstAbove(cuts, to - 1) - firstAbove(cuts, from)
    const degrees = Math.max(1, to - from - 1 - inside)
    return { square: ((sums[to] ?? 0) - (sums[from] ?? 0)) / degrees, degrees }
  }
  return {
    whole: between(0, count),
    between,
    near(cut) {
      const from = Math.max(0, Math.min(cut - NEIGHBOURHOOD / 2, count - NEIGHBOURHOOD))
      return between(from, from + NEIGHBOURHOOD)
    },
  }
}

/** Index of the first of ascending values that is above a limit, by bisection. */
function firstAbove(values: readonly number[], limit: number): number {
  let [low, high] = [0, values.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((values[middle] ?? 0) > limit) high = middle
    else low = middle + 1
  }
  return low
}

function levelsOf(series: Float64Array, cuts: readonly number[]): Level[] {
  return [0, ...cuts].map((start, i) => {
    const end = cuts[i] ?? series.length
    let mean = 0
    for (let at = start; at < end; at++) mean += (series[at] ?? 0) / (end - start)
    return { start, end, mean }
  })
}
