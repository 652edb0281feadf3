import {
  type Level,
  type LevelNoise,
  levelsOf,
  type MeanSquare,
  type MeasuredSeries,
  measureLevels,
} from './level-noise.ts'
import { PENDING } from './min-segment.ts'
import { type Noise, varianceFactor } from './neighbor-noise.ts'
import { MAX_DIP } from './propose-dips.ts'
import { meanOf } from './step-model.ts'

/**
 * Thresholds of a cut: |t| must be at least sqrt(threshold x ln n). They were tuned on separate seeds
 * (bench/suites/change-points-bench.ts). A short level at the end has only one possible start; in a series of few
 * points it needs a higher threshold, because most false cuts occur there. A short level elsewhere has many possible
 * starts and is usually a burst of noise. A dip is tested as a whole against the levels on both sides, which must
 * agree.
 */
const DEMAND = { ordinary: 3.1, newest: 1.7, newestOfFew: 2.3, short: 4.5, dip: 3.05 }
/** Maximum |t| between the levels before and after a dip. */
const MAX_APART = 2.5
const SHORT = 8
/** Minimum |t| of a short newest level without its pending points. */
const SETTLED = 1.5
/** Minimum ratio of the variance of an uneven level to that of the series. */
const MIN_UNEVEN = 1.5
/** Maximum points of a level that is tested for being a burst of noise; fewer in short series. */
const MAX_UNEVEN = { long: 12, short: 8 }
const MIN_COUNT_FOR_UNEVEN = 40
const MIN_COUNT_FOR_DEMAND = 50

/**
 * Removes the weakest cut until all remaining cuts pass a t test between the levels on both sides. The test uses the
 * largest of the noise of the whole series, the noise nearby, and the noise of the level if it is short.
 *
 * @param found ascending cuts; the result is ascending too.
 */
export function confirmCuts(series: MeasuredSeries, found: readonly number[], noise: Noise): number[] {
  const cuts = [...found]
  const sd = Math.sqrt(noise.variance)
  while (cuts.length > 0) {
    const levels = levelsOf(series.clipped, cuts)
    if (restsOnPending(series.clipped, levels, noise)) {
      cuts.pop()
      continue
    }
    const strengths = strengthsOf({
      count: series.clipped.length,
      levels,
      noise,
      around: measureLevels(series, levels, sd),
    })
    let weakest = 0
    for (let i = 1; i < strengths.length; i++) if ((strengths[i] ?? 0) < (strengths[weakest] ?? 0)) weakest = i
    if ((strengths[weakest] ?? 1) >= 1) return cuts
    cuts.splice(weakest, 1)
  }
  return cuts
}

/**
 * True when the newest level without its last two points hardly differs from the previous level, so that only those two
 * points shift it.
 */
function restsOnPending(series: Float64Array, levels: readonly Level[], noise: Noise): boolean {
  const [newest, before] = [levels.at(-1), levels.at(-2)]
  if (newest === undefined || before === undefined || sizeOf(newest) >= SHORT) return false
  const confirmed = newest.end - PENDING - newest.start
  const rest = meanOf(series, newest.start, newest.end - PENDING)
  if (Math.abs(rest - newest.mean) > Math.abs(rest - before.mean)) return true
  return Math.abs(rest - before.mean) < SETTLED * Math.sqrt(noise.variance / confirmed)
}

type Model = { count: number; levels: readonly Level[]; noise: Noise; around: LevelNoise }

/** |t| of each cut divided by its threshold, for the cut alone or for the dip that it begins or ends. */
function strengthsOf(model: Model): number[] {
  const strengths: number[] = []
  for (let i = 0; i + 1 < model.levels.length; i++) strengths.push(stepStrength(model, i))
  for (let i = 0; i + 1 < strengths.length; i++) {
    const dip = dipStrength(model, i + 1)
    strengths[i] = Math.max(strengths[i] ?? 0, dip)
    strengths[i + 1] = Math.max(strengths[i + 1] ?? 0, dip)
  }
  return strengths
}

/** Strength of the step from the level at `index` to the next one. */
function stepStrength(model: Model, index: number): number {
  const { levels, around } = model
  const left = levels[index]
  const right = levels[index + 1]
  if (left === undefined || right === undefined) return 0 // There is one more level than cuts.
  const before = sizeOf(left)
  const after = sizeOf(right)
  const isLast = index === levels.length - 2
  const isNewest = isLast && after < SHORT
  const isShort = before < SHORT || (after < SHORT && !isNewest)
  const wide = larger(around.near(right.start, index + 1), around.whole)
  const uneven = Math.max(unevenSquare(model, left, wide), isLast ? 0 : unevenSquare(model, right, wide))
  const noise = isShort ? larger(around.burst(right.start, right.start, index, wide), wide) : wide
  const degrees = uneven > 0 ? Math.min(before, after, MAX_UNEVEN.long) - 1 : noise.degrees
  const t = Math.abs(right.mean - left.mean) / standardError(model, Math.max(noise.square, uneven), before, after)
  const newest = model.count < MIN_COUNT_FOR_UNEVEN ? DEMAND.newestOfFew : DEMAND.newest
  return t / limitOf(isShort ? DEMAND.short : isNewest ? newest : DEMAND.ordinary, model.count, degrees)
}

/** Variance of a short level that is noisier than the series; otherwise 0. */
function unevenSquare({ count, around }: Model, level: Level, wide: MeanSquare): number {
  if (sizeOf(level) >= (count < MIN_COUNT_FOR_UNEVEN ? MAX_UNEVEN.short : MAX_UNEVEN.long)) return 0
  const own = around.own(level)
  return own > MIN_UNEVEN * wide.square ? own : 0
}

/** Strength of the level at `index` against the levels on both sides together; 0 if it is not a dip. */
function dipStrength(model: Model, index: number): number {
  const { levels, around } = model
  const before = levels[index - 1]
  const inside = levels[index]
  const after = levels[index + 1]
  if (before === undefined || inside === undefined || after === undefined) return 0
  const b = sizeOf(before)
  const n = sizeOf(inside)
  const a = sizeOf(after)
  if (n > MAX_DIP || b < n || a < n) return 0
  const wide = larger(around.near((inside.start + inside.end) >> 1, index), around.whole)
  const noise = larger(around.burst(inside.start, inside.end, index, wide), wide)
  const own = around.own(inside)
  const isUneven = own > MIN_UNEVEN * noise.square
  const square = isUneven ? own : noise.square
  if (Math.abs(before.mean - after.mean) > MAX_APART * standardError(model, square, b, a)) return 0
  const outside = (before.mean * b + after.mean * a) / (b + a)
  const t = Math.abs(inside.mean - outside) / standardError(model, square, n, b + a)
  return t / limitOf(DEMAND.dip, model.count, isUneven ? n - 1 : noise.degrees)
}

const sizeOf = ({ start, end }: Level) => end - start

const larger = (a: MeanSquare, b: MeanSquare) => (a.square > b.square ? a : b)

/** Standard error of the difference of the means of `before` and `after` points. */
function standardError(
  { noise: { variance, correlation } }: Model,
  square: number,
  before: number,
  after: number,
): number {
  // Residuals of correlated noise are too small, because levels follow its waves.
  const noise = correlation > 0 ? Math.max(square, variance) : square
  return Math.sqrt(noise * (varianceFactor(correlation, before) / before + varianceFactor(correlation, after) / after))
}

/**
 * Student's t that corresponds to a threshold: first term of the Cornish-Fisher expansion around the normal quantile.
 */
function limitOf(demand: number, count: number, degrees: number): number {
  const z = Math.sqrt(demand * Math.log(Math.max(count, MIN_COUNT_FOR_DEMAND)))
  return z + (z ** 3 + z) / (4 * Math.max(degrees, 1))
}
