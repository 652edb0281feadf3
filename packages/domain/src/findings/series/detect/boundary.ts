import { err, ok, type Result } from '../../../result.ts'
import { momentsOf } from '../../../stats/moments.ts'
import { normalQuantile } from '../../../stats/normal.ts'
import { quantile } from '../../../stats/quantile.ts'
import { tQuantile } from '../../../stats/student-t.ts'

export const BOUNDARY_METHODS = ['percentage', 'z-score', 't-test', 'log-normal', 'iqr', 'delta-iqr'] as const
export type BoundaryMethod = (typeof BOUNDARY_METHODS)[number]

export type Limits = { low: number; center: number; high: number }

export type WhyNot =
  | { code: 'too-few-points'; need: number; have: number }
  | { code: 'no-spread' }
  | { code: 'not-positive' }

/** Parameters of a method: meaning and default of its `limit`, and minimum and maximum number of earlier points. */
export type Boundary = {
  limit: number
  is: string
  minValues: number
  /** The reason for the minimum. */
  why: string
  max: number
}

export const BOUNDARIES: Readonly<Record<BoundaryMethod, Boundary>> = {
  percentage: { limit: 0.05, is: 'share of the mean', minValues: 1, why: 'it asks nothing of their noise', max: 64 },
  'z-score': {
    limit: 0.99,
    is: 'one-sided probability',
    minValues: 30,
    why: 'it takes the standard deviation for known',
    max: 100,
  },
  't-test': {
    limit: 0.99,
    is: 'one-sided probability',
    minValues: 10,
    why: 'fewer hardly know their standard deviation',
    max: 64,
  },
  'log-normal': { limit: 0.99, is: 'one-sided probability', minValues: 10, why: 'the t test, on logarithms', max: 64 },
  iqr: {
    limit: 3,
    is: 'interquartile ranges',
    minValues: 10,
    why: 'quartiles of fewer are single points',
    max: 64,
  },
  'delta-iqr': {
    limit: 3,
    is: 'interquartile ranges of changes',
    minValues: 30,
    why: 'neighboring changes share a point',
    max: 100,
  },
}

/** Minimum change, which matters after a nearly constant history. */
const MIN_DELTA = 0.002

/**
 * The expected range of the next point, from earlier points (methods of Bencher and rustc-perf, with minimum sample
 * sizes).
 *
 * @param history earlier points, oldest first, finite; the newest `most` of them are used.
 */
export function limitsOf(
  method: BoundaryMethod,
  history: readonly number[],
  limit = BOUNDARIES[method].limit,
): Result<Limits, WhyNot> {
  const { minValues, max } = BOUNDARIES[method]
  const have = history.length
  if (have < minValues) return err({ code: 'too-few-points', need: minValues, have })
  const taken = history.slice(-max)
  const found = METHODS[method](taken, limit)
  if (found === null) return err({ code: 'not-positive' })
  return found.high > found.low ? ok(found) : err({ code: 'no-spread' })
}

type Method = (history: readonly number[], limit: number) => Limits | null

const around = (center: number, width: number): Limits => ({ low: center - width, center, high: center + width })

const METHODS: Readonly<Record<BoundaryMethod, Method>> = {
  percentage: (history, limit) => {
    const { mean } = momentsOf(history)
    return around(mean, Math.abs(mean) * limit)
  },
  'z-score': (history, limit) => {
    const { mean, sd } = meanAndSd(history)
    return around(mean, sd * normalQuantile(limit))
  },
  't-test': predictionLimits,
  'log-normal': (history, limit) => {
    // Limits are computed on logarithms, because symmetric limits in plain units can fall below zero.
    if (history.some((value) => value <= 0)) return null
    const { low, center, high } = predictionLimits(history.map(Math.log), limit)
    return { low: Math.exp(low), center: Math.exp(center), high: Math.exp(high) }
  },
  iqr: (history, limit) => {
    const [q1 = 0, q2 = 0, q3 = 0] = quartiles(history)
    return around(q2, limit * (q3 - q1))
  },
  'delta-iqr': (history, limit) => {
    if (history.some((value) => value <= 0)) return null
    const deltas = history.slice(1).map((value, i) => Math.abs(value / (history[i] ?? value) - 1))
    const [q1 = 0, , q3 = 0] = quartiles(deltas)
    const center = quantile(history, 0.5) ?? 0
    return around(center, center * Math.max(MIN_DELTA, q3 + limit * (q3 - q1)))
  },
}

/** Prediction interval of one further observation: mean +- t(n - 1) x s x sqrt(1 + 1/n). */
function predictionLimits(history: readonly number[], limit: number): Limits {
  const { mean, sd } = meanAndSd(history)
  const n = history.length
  return around(mean, tQuantile(limit, n - 1) * sd * Math.sqrt(1 + 1 / n))
}

function meanAndSd(history: readonly number[]): { mean: number; sd: number } {
  const { mean, squares, count } = momentsOf(history)
  return { mean, sd: Math.sqrt(squares / (count - 1)) }
}

const quartiles = (values: readonly number[]) => [0.25, 0.5, 0.75].map((p) => quantile(values, p) ?? 0)
