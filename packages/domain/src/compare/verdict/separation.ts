import type { NoiseShape } from '../noise/noise-shape.ts'
import { exceedsBy, orderStatistic, runDistribution } from '../noise/shape-distribution.ts'
import { keyOfShape, MANY, nullDistribution } from './null-distribution.ts'

/**
 * Separation of two samples: the distance from the rank-th largest value of the lower one to the rank-th smallest of
 * the higher one. Outliers cause such a distance only if all but rank - 1 values of a side are outliers, while half of
 * them shift a median. Below 0 if samples overlap.
 */
export type Separation = {
  rank: number
  /** P(the samples are separated by more than this, on either side) if nothing changed. */
  exceeds(distance: number): number
}

/** Probability for which the rank is chosen: about that of the first flag in a table of some dozens of cells. */
const SMALL = 0.001
const POWER = 0.8
const PRECISION = 0.01
const MAX_DISTANCE = 1e4

const known = new Map<string, Separation | null>()
const MAX_KNOWN = 500

/**
 * The separation that finds the smallest change, with its exact null distribution (differences of order statistics;
 * David and Nagaraja 2003, "Order statistics", section 2.1). It depends only on the shape and the numbers of values.
 *
 * @returns null if the difference of medians finds smaller changes, as with normal noise.
 */
export function bestSeparation(shape: NoiseShape, own: number, base: number): Separation | null {
  const key = `${keyOfShape(shape)} ${own} ${base}`
  const found = known.get(key)
  if (found !== undefined) return found
  if (known.size >= MAX_KNOWN) known.clear()
  const made = findBest(shape, own, base)
  known.set(key, made)
  return made
}

function findBest(shape: NoiseShape, own: number, base: number): Separation | null {
  const [small, large] = [Math.min(own, base), Math.max(own, base)]
  if (small < 2 || large >= MANY) return null
  const medians = nullDistribution(shape, own, base)
  let best: { separation: Separation | null; change: number } = {
    separation: null,
    change: medians.distanceOf(SMALL) + medians.distanceOf(2 * (1 - POWER)),
  }
  for (let rank = 1; rank < (small + 1) / 2; rank += 1) {
    const { exceeds, change } = separationOf(shape, own, base, rank)
    if (change < best.change) best = { separation: { rank, exceeds }, change }
  }
  return best.separation
}

function separationOf(shape: NoiseShape, own: number, base: number, rank: number) {
  const one = runDistribution(shape)
  const gap = (lower: number, higher: number) => {
    const [low, high] = [orderStatistic(one, lower, lower + 1 - rank), orderStatistic(one, higher, rank)]
    return (distance: number) => exceedsBy(high, low, distance)
  }
  const [low, high] = [gap(own, base), gap(base, own)]
  const exceeds = (distance: number) => Math.min(1, low(distance) + high(distance))
  // A change of d adds d to the distance; without it the distance exceeds -q with the wanted power.
  const critical = firstWhere((distance) => exceeds(distance) <= SMALL)
  const usual = firstWhere((distance) => low(-distance) >= POWER)
  return { exceeds, change: critical + usual }
}

/**
 * The smallest distance with a property that all larger ones have, to a hundredth; the largest tried distance if there
 * is none.
 */
function firstWhere(has: (distance: number) => boolean): number {
  let [low, high] = [0, 1]
  if (has(0)) return 0
  while (!has(high) && high < MAX_DISTANCE) [low, high] = [high, 2 * high]
  while (high - low > PRECISION) {
    const between = (low + high) / 2
    if (has(between)) high = between
    else low = between
  }
  return high
}
