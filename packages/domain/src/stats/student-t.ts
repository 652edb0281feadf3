/// <reference path="./jstat.d.ts" />
import jStat from 'jstat'

/**
 * Quantile of Student's t distribution: the x with P(T <= x) = p.
 *
 * @param p above 0 and below 1.
 * @param degreesOfFreedom above 0; may be fractional (Welch and Satterthwaite).
 */
export function tQuantile(p: number, degreesOfFreedom: number): number {
  const byDegrees = known.get(p) ?? new Map<number, number>()
  known.set(p, byDegrees)
  const found = byDegrees.get(degreesOfFreedom)
  if (found !== undefined) return found
  const quantile = jStat.studentt.inv(p, degreesOfFreedom)
  if (byDegrees.size >= MAX_CACHED_QUANTILES) byDegrees.clear()
  byDegrees.set(degreesOfFreedom, quantile)
  return quantile
}

/** Two-sided p of a t statistic: the chance of one at least as far from 0, when nothing differs. 0 for an infinite one. */
export function tTwoSidedP(t: number, degreesOfFreedom: number): number {
  if (!Number.isFinite(t)) return 0
  return Math.min(1, 2 * jStat.studentt.cdf(-Math.abs(t), degreesOfFreedom))
}

/** P(F > ratio) for the ratio of two variances with these degrees of freedom: how often chance makes it as large. */
export function varianceRatioP(ratio: number, degreesOfFreedom: number, ofBase: number): number {
  return 1 - jStat.centralF.cdf(ratio, degreesOfFreedom, ofBase)
}

// Cache of quantiles: the cells of a table share a few degrees of freedom, and the inversion is the slowest part of a
// verdict.
const known = new Map<number, Map<number, number>>()
const MAX_CACHED_QUANTILES = 10_000
