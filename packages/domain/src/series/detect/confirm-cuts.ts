import { PENDING } from './min-segment.ts'
import { type Noise, varianceFactor } from './noise.ts'

/**
 * What a cut must reach: |t| at least sqrt(demand x ln n). Tuned on seeds of their own (bench/parts/change-points.ts).
 * A short level at the end is news and has one place to begin; a short one elsewhere has many and is mostly a burst of noise.
 */
const DEMAND = { ordinary: 3.1, newest: 1.7, short: 4.5 }
const SHORT = 8
/** The points of a short newest level that are not pending must show it by this t on their own. */
const SETTLED = 1.5
/** Noise near a cut is taken from so many points around it, for noise itself changes. */
const NEIGHBOURHOOD = 30
const SHORTEST_FOR_DEMAND = 20

/**
 * Removes the weakest cut until all of them stand a t test between the levels on both sides, with the larger of the
 * noise of the whole series and the noise nearby.
 */
export function confirmCuts(series: Float64Array, found: readonly number[], noise: Noise): number[] {
  let cuts = [...found]
  while (cuts.length > 0) {
    const levels = levelsOf(series, cuts)
    const residuals = residualsOf(series, levels, cuts)
    let weakest = -1
    let least = 1
    const newest = levels.at(-1)
    if (newest !== undefined && restsOnPending(series, newest, levels.at(-2)?.mean ?? 0, noise)) {
      cuts = cuts.slice(0, -1)
      continue
    }
    for (const [i, cut] of cuts.entries()) {
      const [left, right] = [levels[i], levels[i + 1]]
      if (left === undefined || right === undefined) break // One level more than cuts.
      const share = strength({ cut, left, right, isLast: i === cuts.length - 1 }, residuals, noise)
      if (share < least) {
        least = share
        weakest = i
      }
    }
    if (weakest < 0) return cuts
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

/** |t| of a cut / what it must reach. */
function strength(
  { cut, left, right, isLast }: { cut: number; left: Level; right: Level; isLast: boolean },
  { whole, near: nearby, count }: Residuals,
  { variance, correlation }: Noise,
): number {
  const [before, after] = [left.end - left.start, right.end - right.start]
  const near = nearby(cut)
  const { square, degrees } = near.square > whole.square ? near : whole
  // Residuals of correlated noise are too small, for levels follow its waves.
  const noise = correlation > 0 ? Math.max(square, variance) : square
  const width = noise * (varianceFactor(correlation, before) / before + varianceFactor(correlation, after) / after)
  const t = Math.abs(right.mean - left.mean) / Math.sqrt(width)
  const isShort = before < SHORT || (after < SHORT && !isLast)
  const demand = isShort ? DEMAND.short : isLast && after < SHORT ? DEMAND.newest : DEMAND.ordinary
  const z = Math.sqrt(demand * Math.log(Math.max(count, SHORTEST_FOR_DEMAND)))
  return t / asStudentT(z, degrees)
}

/** The quantile of Student's t beside the normal quantile z: first term of the Cornish-Fisher expansion. */
const asStudentT = (z: number, degrees: number) => z + (z ** 3 + z) / (4 * Math.max(degrees, 1))

type MeanSquare = { square: number; degrees: number }

/** Mean squared residuals around the levels: of the whole series, and of the neighbourhood of a cut. */
type Residuals = { count: number; whole: MeanSquare; near: (cut: number) => MeanSquare }

/** Sums up to each point are made once, so that each neighbourhood costs the same however long the series is. */
function residualsOf(series: Float64Array, levels: readonly Level[], cuts: readonly number[]): Residuals {
  const count = series.length
  const sums = new Float64Array(count + 1)
  for (const { start, end, mean } of levels)
    for (let i = start; i < end; i++) sums[i + 1] = (sums[i] ?? 0) + ((series[i] ?? 0) - mean) ** 2
  const meanSquare = (from: number, to: number): MeanSquare => {
    const inside = firstAbove(cuts, to - 1) - firstAbove(cuts, from)
    const degrees = Math.max(1, to - from - 1 - inside)
    return { square: ((sums[to] ?? 0) - (sums[from] ?? 0)) / degrees, degrees }
  }
  return {
    count,
    whole: meanSquare(0, count),
    near(cut) {
      const from = Math.max(0, Math.min(cut - NEIGHBOURHOOD / 2, count - NEIGHBOURHOOD))
      return meanSquare(from, Math.min(count, from + NEIGHBOURHOOD))
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
