import type { Noise } from '../compare/verdict/verdict.ts'
import { type Histogram, histogramQuantile } from './histogram.ts'

const Z = 1.959964
/** Degrees of freedom above which the t distribution is normal. */
const MAX_DEGREES_OF_FREEDOM = 10_000

/**
 * The uncertainty of a quantile of one run from the ranks of its values: the interval between two order statistics that
 * contains the quantile with 95% confidence whatever the distribution is (David and Nagaraja, Order Statistics, 2003,
 * section 7.1), with the normal approximation of the binomial ranks. It assumes independent operations and does not
 * include differences between runs, so it is used only without repeats, like the noise of interval samples.
 *
 * @returns null where the interval ends outside the recorded values: too few of them lie above the quantile.
 */
export function quantileNoise(histogram: Histogram, quantile: number): Noise | null {
  const { count } = histogram
  const error = Z * Math.sqrt((quantile * (1 - quantile)) / count)
  const [from, to] = [quantile - error, quantile + error]
  if (from * count < 1 || to * count > count) return null
  const [low, value, high] = [from, quantile, to].map((share) => histogramQuantile(histogram, share) ?? 0)
  if (low === undefined || value === undefined || high === undefined || low <= 0) return null
  const ranks = Math.log(high / low) / (2 * Z)
  const bucket = histogram.buckets.find((one) => one.high >= value)
  // The true quantile lies anywhere in its bucket.
  const rounding = bucket === undefined || bucket.low <= 0 ? 0 : Math.log(bucket.high / bucket.low) / Math.sqrt(12)
  const sd = Math.hypot(ranks, rounding)
  return sd > 0 ? { source: 'samples', sd, degreesOfFreedom: Math.min(count - 1, MAX_DEGREES_OF_FREEDOM) } : null
}
