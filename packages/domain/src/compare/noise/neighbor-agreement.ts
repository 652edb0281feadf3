import { differenceOf, keyOfShape, MAX_KNOWN, type NullDistribution } from '../verdict/null-distribution.ts'
import type { NoiseShape } from './noise-shape.ts'
import { type Distribution, probabilityBelow, runDistribution, weighted } from './shape-distribution.ts'

/** Maximum distance of values that agree, in units of the sd of the core; 84% of pairs of normal values do. */
export const AGREES_WITHIN = 2

/** `agrees` is true if a single run agrees with one of its neighboring releases. */
export type Agreement = { agrees: boolean; neighbors: 1 | 2 }

const differences = new Map<string, NullDistribution>()
const bounds = new Map<string, NullDistribution>()

/**
 * The difference of two single runs, each given whether it agrees with a neighboring release, in units of the sd of the
 * core. An outlier agrees with a neighbor only if that is an outlier as well, so among runs that agree outliers are as
 * rare as pairs of them, and among the others they are common. The neighbor may have changed itself, which makes
 * agreement with an outlier no likelier than a change of exactly that size.
 */
export function agreementNull(shape: NoiseShape, own: Agreement, base: Agreement): NullDistribution {
  const key = `${keyOfShape(shape)} ${own.agrees} ${own.neighbors} ${base.agrees} ${base.neighbors}`
  const found = differences.get(key)
  if (found !== undefined) return found
  // Outliers that were never seen are not part of what 95 of 100 runs do, although they are most of the runs that agree
  // with nothing.
  const { reach: _reach, ...seen } = { ...shape, unseen: 0 }
  const [a, b] = [runGiven(own.agrees ? shape : seen, own), runGiven(base.agrees ? shape : seen, base)]
  const made = differenceOf(a, b)
  if (differences.size >= MAX_KNOWN) differences.clear()
  differences.set(key, made)
  return made
}

/**
 * The difference of two runs that both agree with a neighbor, as an upper bound: with the largest possible number of
 * pairs of outliers.
 */
export function agreementBound(shape: NoiseShape): NullDistribution {
  const key = keyOfShape(shape)
  const found = bounds.get(key)
  if (found !== undefined) return found
  const one = runGiven(shape, { agrees: true, neighbors: 2 }, pairsAtMost(shape))
  const made = differenceOf(one, one)
  if (bounds.size >= MAX_KNOWN) bounds.clear()
  bounds.set(key, made)
  return made
}

/**
 * The share of outliers that may all be at one distance. A band has only the largest distance of its outliers, which
 * may all be equal, as in a second regime.
 */
const bandShare = ({ kind, share }: NoiseShape) => (kind === 'band' ? share : 0)

/**
 * Maximum probability that a neighbor is an outlier at the same distance: a few outliers show their frequency only to a
 * factor of two, and outliers that were never seen are at most 3 / N (the rule of three, Hanley and Lippman-Hand 1983).
 */
const pairsAtMost = (shape: NoiseShape) => 2 * bandShare(shape) + 6 * shape.unseen

const runGiven = (shape: NoiseShape, agreement: Agreement, pairs = bandShare(shape)): Distribution =>
  weighted(runDistribution(shape), probabilityOf(shape, agreement, pairs))

/** P(a run with this value agrees as stated); `pairs` is added for values on the side of outliers. */
function probabilityOf(shape: NoiseShape, { agrees, neighbors }: Agreement, pairs: number): (value: number) => number {
  const one = runDistribution(shape)
  return (value) => {
    const near = probabilityBelow(one, value + AGREES_WITHIN) - probabilityBelow(one, value - AGREES_WITHIN)
    const none = (1 - Math.min(1, near + (value < 0 ? pairs : 0))) ** neighbors
    return agrees ? 1 - none : none
  }
}
