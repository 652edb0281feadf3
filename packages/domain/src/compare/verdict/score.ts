import { normalQuantile, normalTail } from '../../stats/normal.ts'
import { tQuantile, tTwoSidedP } from '../../stats/student-t.ts'

/** Degrees of freedom from which Student's t is practically normal. */
const MANY_DEGREES = 1_000
/** Probabilities of larger scores are below the smallest double. */
const LARGEST = 36

/**
 * The normal score of a distance that was divided by an estimated standard deviation: the distance at which a normal
 * value is as unlikely as Student's t at this one. With scores, distances with any degrees of freedom have one null
 * distribution.
 */
export function normalScore(distance: number, degreesOfFreedom: number): number {
  if (degreesOfFreedom >= MANY_DEGREES) return distance
  const p = tTwoSidedP(distance, degreesOfFreedom)
  return p >= 1 ? 0 : p < 1e-280 ? LARGEST : -normalQuantile(p / 2) * Math.sign(distance)
}

/** The distance, in estimated standard deviations, of a normal score. */
export const distanceOfScore = (score: number, degreesOfFreedom: number): number =>
  degreesOfFreedom >= MANY_DEGREES ? score : -tQuantile(normalTail(score), degreesOfFreedom)
