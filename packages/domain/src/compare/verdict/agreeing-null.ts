import type { NoiseShape } from './noise-shape.ts'
import {
  CORE,
  difference,
  keyOfShape,
  lowestOf,
  MAX_KNOWN,
  type Mass,
  type NullDistribution,
  stepOf,
  survivalTable,
  tabledCdf,
} from './null-distribution.ts'

/** Values agree within this distance, in units of the sd of the core; 84% of two normal values do. */
export const AGREES_WITHIN = 2

/** Distributions of the difference of two single runs when nothing changed, in units of the sd of the core. */
export type AgreementNulls = {
  /** Given that each of them agrees with a neighboring release. */
  agreeing: NullDistribution
  /** The same as an upper bound, with as many pairs of outliers as there may be. */
  bound: NullDistribution
  /** Given that one of them agrees with no neighboring release. */
  other: NullDistribution
}

const known = new Map<string, AgreementNulls>()

/**
 * A run that is an outlier agrees with one of its two neighbors only where that is an outlier as well, so among runs that
 * agree outliers are as rare as pairs of them, and among the others they are common. The neighbor may have changed
 * itself, which makes agreement with an outlier no likelier than a change of just that size.
 */
export function agreementNulls(shape: NoiseShape): AgreementNulls {
  const key = keyOfShape(shape)
  const found = known.get(key)
  if (found !== undefined) return found
  const step = stepOf(shape)
  const all = difference(...twice(runMass(shape, step, () => 1)))
  const agreeing = difference(...twice(runMass(shape, step, agreement(shape, step, inOnePlace(shape)))))
  const bound = difference(...twice(runMass(shape, step, agreement(shape, step, pairsAtMost(shape)))))
  const other = { half: all.half, at: all.at.map((mass, i) => Math.max(0, mass - (agreeing.at[i] ?? 0))) }
  const tableOf = (mass: Mass) => survivalTable(mass, step / 2, -lowestOf(shape) - CORE / 2, shape.reach !== undefined)
  const made = { agreeing: tableOf(agreeing), bound: tableOf(bound), other: tableOf(other) }
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(key, made)
  return made
}

const twice = (mass: Mass): [Mass, Mass] => [mass, mass]

/**
 * The share of outliers that may all be at one distance. A band states only the largest distance of its outliers, which
 * may all be equal, as in a second regime.
 */
const inOnePlace = ({ kind, share }: NoiseShape) => (kind === 'band' ? share : 0)

/**
 * Probability that a neighbor is an outlier at the same place, at most: a few outliers say to a factor of two how often they
 * occur, and those that were never seen are 3 / N at most (the rule of three, Hanley and Lippman-Hand 1983).
 */
const pairsAtMost = (shape: NoiseShape) => 2 * inOnePlace(shape) + 6 * shape.unseen

type InBin = (bin: number) => number

/** Distribution of one run, each bin weighted. */
function runMass(shape: NoiseShape, step: number, weight: InBin): Mass {
  const { bins, cdf } = tabledCdf(shape, step)
  const at = new Float64Array(4 * bins + 1)
  for (let bin = 0; bin <= 2 * bins; bin += 1) at[2 * bin] = ((cdf[bin + 1] ?? 1) - (cdf[bin] ?? 0)) * weight(bin)
  return { half: 2 * bins, at }
}

/** Probability that one of two neighbors agrees with a run in a bin; `more` on the side of outliers. */
function agreement(shape: NoiseShape, step: number, more: number): InBin {
  const { bins, cdf } = tabledCdf(shape, step)
  const within = Math.ceil(AGREES_WITHIN / step)
  return (bin) => {
    const near = (cdf[Math.min(bin + 1 + within, cdf.length - 1)] ?? 1) - (cdf[Math.max(0, bin - within)] ?? 0)
    return 1 - (1 - Math.min(1, near + (bin < bins ? more : 0))) ** 2
  }
}
