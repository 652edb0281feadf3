import { digamma, inverseTrigamma, trigamma } from '../../stats/polygamma.ts'

/** The repeats of one thing: squared deviations of ln(value) and their degrees of freedom; `group` has noise alike. */
export type OwnVariance = { group: string; squares: number; degreesOfFreedom: number }

/** Variance of the other members of a group, with its weight in degrees of freedom; Infinity when all seem equal. */
export type Prior = {
  variance: number
  degreesOfFreedom: number
  /** Degrees of freedom of all repeats behind it, the upper limit for any estimate. */
  atMost: number
}

/** Minimum differences between tests to estimate how much their noise differs. */
const MIN_DIFFERENCES = 8

/**
 * How much the noise of tests differs beyond chance, by the empirical Bayes of Smyth 2004 ("Linear models and empirical
 * Bayes methods", section 6.2; limma): variances of tests are scaled inverse chi-square around the middle of their group,
 * and how widely is told by the spread of ln(variance) around the middles of all groups, less what chance alone makes.
 * Repeats that differ in number are weighted by what they know (moments of DerSimonian and Laird 1986).
 *
 * @returns by group; empty where there are too few tests.
 */
export function variancePriors(all: readonly OwnVariance[]): Map<string, Prior> {
  const known = all.filter(({ squares }) => squares > 0)
  const groups = [...Map.groupBy(known, ({ group }) => group)].map(([group, members]) => ({
    group,
    members,
    ...spreadOf(members),
  }))
  const differences = known.length - groups.length
  if (differences < MIN_DIFFERENCES) return new Map()
  const spread = groups.reduce((sum, one) => sum + one.spread, 0)
  const beyond = (spread - differences) / groups.reduce((sum, one) => sum + one.scale, 0)
  const degreesOfFreedom = beyond > 0 ? 2 * inverseTrigamma(beyond) : Number.POSITIVE_INFINITY
  return new Map(
    groups.map(({ group, members, middle }) => {
      const squares = members.reduce((sum, one) => sum + one.squares, 0)
      const atMost = members.reduce((sum, one) => sum + one.degreesOfFreedom, 0)
      const variance = Number.isFinite(degreesOfFreedom)
        ? Math.exp(middle + digamma(degreesOfFreedom / 2) - Math.log(degreesOfFreedom / 2))
        : squares / atMost
      return [group, { variance, degreesOfFreedom, atMost }]
    }),
  )
}

/** The middle of ln(variance) of some tests, and how far they lie from it, each in what chance makes of its few repeats. */
function spreadOf(members: readonly OwnVariance[]): { middle: number; spread: number; scale: number } {
  const weighed = members.map((one) => ({ log: unbiasedLog(one), weight: 1 / trigamma(one.degreesOfFreedom / 2) }))
  const weights = weighed.reduce((sum, { weight }) => sum + weight, 0)
  const middle = weighed.reduce((sum, { log, weight }) => sum + log * weight, 0) / weights
  return {
    middle,
    spread: weighed.reduce((sum, { log, weight }) => sum + weight * (log - middle) ** 2, 0),
    scale: weights - weighed.reduce((sum, { weight }) => sum + weight ** 2, 0) / weights,
  }
}

/** ln of a variance, less what ln of a chi-square over its degrees of freedom is on average. */
const unbiasedLog = ({ squares, degreesOfFreedom }: OwnVariance) =>
  Math.log(squares / degreesOfFreedom) - digamma(degreesOfFreedom / 2) + Math.log(degreesOfFreedom / 2)

/** The variance of a test from its own repeats and those of its group, each with its degrees of freedom as weight. */
export function sharedVariance(
  own: Omit<OwnVariance, 'group'>,
  { variance, degreesOfFreedom, atMost }: Prior,
): { variance: number; degreesOfFreedom: number } {
  if (!Number.isFinite(degreesOfFreedom)) return { variance, degreesOfFreedom: atMost }
  const together = own.degreesOfFreedom + degreesOfFreedom
  return {
    variance: (own.squares + degreesOfFreedom * variance) / together,
    degreesOfFreedom: Math.min(together, atMost),
  }
}
