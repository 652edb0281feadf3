import { normalQuantile, normalTail } from '../../stats/normal.ts'
import type { NoiseShape } from '../noise/noise-shape.ts'
import {
  type Distribution,
  exceedsBy,
  middleOfTwo,
  normalOn,
  orderStatistic,
  runDistribution,
} from '../noise/shape-distribution.ts'
import { COVERAGE } from './verdict.ts'

/** Distribution of the difference of two medians if nothing changed, in units of the sd of the core of the noise. */
export type NullDistribution = {
  /** P(|difference| > distance). */
  exceeds(distance: number): number
  /** The distance that the difference exceeds, on either side, with this probability. */
  distanceOf(probability: number): number
}

/** Number of repeats from which a median is practically normal: sd = 1 / (2 f(0) sqrt(n)), with density f. */
export const MANY = 25

export const MAX_KNOWN = 500
const known = new Map<string, NullDistribution>()
const medians = new Map<string, Distribution>()

/**
 * The exact null distribution of the difference of the medians of two samples of noise with a known shape. The median
 * of an odd number of values is their middle order statistic, that of an even number the mean of the middle two (David
 * and Nagaraja 2003, "Order statistics", sections 2.1 and 2.2). Distributions are cached, because a comparison has few
 * numbers of repeats.
 */
export function nullDistribution(shape: NoiseShape, own: number, base: number): NullDistribution {
  const [small, large] = own < base ? [own, base] : [base, own]
  const key = `${keyOfShape(shape)} ${small} ${large}`
  const found = known.get(key)
  if (found !== undefined) return found
  const made = isNormal(shape) ? normalNull(small, large) : differenceOfMedians(shape, small, large)
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(key, made)
  return made
}

export const keyOfShape = ({ kind, share, width, unseen, reach }: NoiseShape): string =>
  `${kind} ${share} ${width} ${unseen} ${reach}`

/** True for noise without outliers, seen or unseen. */
export const isNormal = ({ share, unseen }: NoiseShape): boolean => share === 0 && unseen === 0

/**
 * True if more than 5% of differences between two values contain an outlier of a band: a 95% interval then reaches all
 * outliers and contains nearly all differences.
 */
export const reachesOutliers = ({ kind, share }: NoiseShape) => kind === 'band' && 1 - (1 - share) ** 2 > 1 - COVERAGE

/** Normal noise is judged by means, whose difference is normal. */
const normalNull = (own: number, base: number): NullDistribution => normalWith(Math.sqrt(1 / own + 1 / base))

const normalWith = (sd: number): NullDistribution => ({
  exceeds: (distance) => Math.min(1, 2 * normalTail(distance / sd)),
  distanceOf: (probability) => (probability >= 1 ? 0 : -normalQuantile(probability / 2) * sd),
})

function differenceOfMedians(shape: NoiseShape, own: number, base: number): NullDistribution {
  const [sdOwn, sdBase] = [sdOfMany(shape, own), sdOfMany(shape, base)]
  return sdOwn !== null && sdBase !== null
    ? normalWith(Math.hypot(sdOwn, sdBase))
    : differenceOf(medianOf(shape, own), medianOf(shape, base))
}

function sdOfMany({ kind, share, width }: NoiseShape, count: number): number | null {
  const density = (1 - share) / Math.sqrt(2 * Math.PI) + (kind === 'spread' ? share / (2 * width) : 0)
  return count < MANY ? null : 1 / (2 * density * Math.sqrt(count))
}

function medianOf(shape: NoiseShape, count: number): Distribution {
  const key = `${keyOfShape(shape)} ${count}`
  const found = medians.get(key)
  if (found !== undefined) return found
  const one = runDistribution(shape)
  const many = sdOfMany(shape, count)
  const made =
    many !== null
      ? normalOn(one, many)
      : count % 2 === 1
        ? orderStatistic(one, count, (count + 1) / 2)
        : middleOfTwo(one, count)
  if (medians.size >= MAX_KNOWN) medians.clear()
  medians.set(key, made)
  return made
}

/** Steps of the bisection, which make a distance accurate to 1e-9 of the widest. */
const BISECTIONS = 40

/** The difference of two independent values. Either may be the base, so both tails count. */
export function differenceOf(a: Distribution, b: Distribution): NullDistribution {
  const bothTails = (distance: number) => Math.min(1, exceedsBy(a, b, distance) + exceedsBy(b, a, distance))
  // Each cell asks for the probability beyond every observed outlier, so it is cached.
  let unseen: number | null = null
  const exceeds = (distance: number) => {
    if (distance !== Number.POSITIVE_INFINITY) return bothTails(distance)
    unseen ??= bothTails(distance)
    return unseen
  }
  const distances = new Map<number, number>()
  return {
    exceeds,
    distanceOf(probability) {
      const found = distances.get(probability)
      if (found !== undefined) return found
      let [low, high] = [0, 1]
      while (exceeds(high) > probability && high < 1e9) [low, high] = [high, high * 2]
      for (let step = 0; step < BISECTIONS; step += 1) {
        const between = (low + high) / 2
        if (exceeds(between) > probability) low = between
        else high = between
      }
      distances.set(probability, high)
      return high
    },
  }
}
