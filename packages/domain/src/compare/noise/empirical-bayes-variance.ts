import { digamma, inverseTrigamma, trigamma } from '../../stats/polygamma.ts'

/**
 * Repeats of one test: squared deviations of ln(value) and their degrees of freedom. Members of `group` have similar
 * noise.
 */
export type OwnVariance = { group: string; squares: number; degreesOfFreedom: number }

/** Variance of the other members of a group, with its weight in degrees of freedom; Infinity if all seem equal. */
export type Prior = {
  variance: number
  degreesOfFreedom: number
  /** Degrees of freedom of all repeats behind it, the upper limit for any estimate. */
  atMost: number
}

/** Minimum number of differences between tests from which the spread of their noise is estimated. */
const MIN_DIFFERENCES = 8

/**
 * Estimates how much the noise of tests differs beyond chance, by the empirical Bayes method of Smyth 2004 ("Linear
 * models and empirical Bayes methods", section 6.2; limma): variances of tests have a scaled inverse chi-square
 * distribution around the center of their group, whose width follows from the spread of ln(variance) around the centers
 * of all groups, minus the spread by chance. Tests with different numbers of repeats are weighted by their information
 * (moments of DerSimonian and Laird 1986).
 *
 * @returns priors by group; empty if there are too few tests.
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

/**
 * The center of ln(variance) of some tests, and their spread around it, each in units of what chance gives for its few
 * repeats.
 */
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

/** ln(variance) minus the mean of ln(chi-square / degrees of freedom). */
const unbiasedLog = ({ squares, degreesOfFreedom }: OwnVariance) =>
  Math.log(squares / degreesOfFreedom) - digamma(degreesOfFreedom / 2) + Math.log(degreesOfFreedom / 2)

/**
 * The variance of a test from its own repeats and those of its group, weighted by degrees of freedom: shrinkage towards
 * the center of the group.
 */
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
