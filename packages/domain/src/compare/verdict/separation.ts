import type { NoiseShape } from './noise-shape.ts'
import { difference, keyOfShape, MANY, type Mass, nullDistribution, orderMass, stepOf } from './null-distribution.ts'

/**
 * How clearly two samples are separated: the distance from the rank-th largest value of the lower one to the rank-th
 * smallest of the higher one. Outliers make such a distance only where all but rank - 1 values of a side are outliers,
 * while half of them shift a median. It is below 0 where samples overlap.
 */
export type Separation = {
  rank: number
  /** P(the samples are separated by more than this, on either side), when nothing changed. */
  exceeds(distance: number): number
}

/** Probability for which the rank is chosen: about that of the first flag in a table of some dozens of cells. */
const SMALL = 0.001
const POWER = 0.8

const known = new Map<string, Separation | null>()
const MAX_KNOWN = 500

/**
 * The separation that finds the smallest change, with its exact null distribution (differences of order statistics; David
 * and Nagaraja 2003, "Order statistics", section 2.1). It depends on the shape and the numbers of values, never on the
 * values.
 *
 * @returns null where the difference of medians finds smaller changes, as it does with normal noise.
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
  const step = stepOf(shape)
  const [low, high] = [gap(shape, own, base, rank, step), gap(shape, base, own, rank, step)]
  const exceeds = (distance: number) => Math.min(1, low(distance) + high(distance))
  // A change of d adds d to the distance; without it the distance exceeds -q with the wanted power.
  let critical = 0
  while (exceeds(critical) > SMALL && critical < 1e4) critical += step
  let usual = 0
  while (low(-usual) < POWER && usual < 1e4) usual += step
  return { exceeds, change: critical + usual }
}

/** P(the rank-th largest of `lower` values lies below the rank-th smallest of `higher` values by more than a distance). */
function gap(shape: NoiseShape, lower: number, higher: number, rank: number, step: number) {
  const { half, at }: Mass = difference(
    orderMass(shape, higher, rank, step),
    orderMass(shape, lower, lower + 1 - rank, step),
  )
  const beyond = new Float64Array(at.length + 1)
  for (let i = at.length - 1; i >= 0; i -= 1) beyond[i] = (beyond[i + 1] ?? 0) + (at[i] ?? 0)
  const end = (at.length - 1 - half) * (step / 2)
  return (distance: number) => {
    // Masses stand at even places, each for the two places around it.
    const place = Math.min(distance, end) / (step / 2) + half
    const below = 2 * Math.floor((place - 1) / 2) + 1
    const from = beyond[Math.max(0, below)] ?? 0
    const to = beyond[Math.max(0, below + 2)] ?? 0
    return from + ((to - from) * (place - below)) / 2
  }
}
