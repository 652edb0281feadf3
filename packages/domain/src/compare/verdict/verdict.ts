import type { NoiseShape } from '../noise/noise-shape.ts'

/** The decision about a ratio. */
export type Verdict = 'regression' | 'improvement' | 'no change' | 'inconclusive'

/** The spelling of a verdict in stored snapshots and in REST v1, which verdict-codes.ts maps to `Verdict`. */
export type VerdictCode = 'worse' | 'better' | 'same' | 'cannot-tell'

export type Interval = { low: number; high: number }

/**
 * Source of the noise estimate of a ratio: repeats of the same test, those weighted with similar tests, repeats of its
 * group or of the whole machine; interval samples of the runs; the repeats of this cell and its base; or the steps
 * between neighboring versions.
 */
export type NoiseSource = 'test' | 'alike' | 'group' | 'machine' | 'samples' | 'own-repeats' | 'neighbours'

/**
 * Standard deviation of ln(value) of one run, and its degrees of freedom. If runs have outliers, `sd` is that of the
 * core, and `shape` describes the frequency and distance of outliers in units of `sd`; without it the noise is normal.
 */
export type Noise = {
  source: NoiseSource
  sd: number
  degreesOfFreedom: number
  shape?: NoiseShape
  /** Variance of the compared medians of releases, divided by that of one run; absent for single runs. */
  factor?: number
  /**
   * Variances if repeats without start times were measured in one session: then all repeats of a cell are one value.
   */
  session?: SessionVariances
}

/** Variance of ln(value) between measurement sessions, and of one run within a session. */
export type SessionVariances = { between: number; within: number }

/** The reason why a verdict needed no numbers, or is impossible. */
export type Reason =
  /** Both sides ran the same binary on the same machine with the same config. */
  | 'same-binary'
  /** Too few repeats anywhere on the machine, and no interval samples. */
  | 'no-noise'
  /** Only interval samples, which show the variation within a run and not between runs. */
  | 'samples-only'
  /** The results of one side come from several machines, workloads or tests, or differ otherwise and no noise is known. */
  | 'not-repeats'
  /** All repeats of a side belong to one measurement session, and the variance between sessions is unknown. */
  | 'one-session'
  /** One session on each side; sessions of this machine are often outliers, so these may be too. */
  | 'may-be-outlier'
  /** A ratio of 0 has no logarithm. */
  | 'not-positive'

/** Ratios up to `worse` are worse, and ratios from `better` on are better. */
export type Limits = { worse: number; better: number }

/** Verdict on the ratio of a cell. Ratios are own / base, like the ratio of the cell. */
export type CellVerdict = {
  verdict: VerdictCode
  reason: Reason | null
  /** 95% interval of the ratio; null without a noise estimate. */
  interval: Interval | null
  /** Two-sided p of this cell alone, and adjusted for all cells of the comparison (Benjamini and Hochberg). */
  p: number | null
  q: number | null
  repeats: { own: number; base: number }
  /** Repeats on each side whose interval would fit into the bands; null if the noise is unknown. */
  repeatsNeeded: number | null
  noise: Noise | null
  /** Exact Mann-Whitney p, from 5 repeats on each side on. */
  rankP: number | null
  /** Bootstrap interval of the ratio of medians, from 8 repeats on each side on. */
  medians: Interval | null
}

/** Counts of the verdicts of a comparison, by their codes. */
export type VerdictCounts = {
  worse: number
  better: number
  same: number
  cannotTell: number
  /** Inconclusive cells without a noise estimate. */
  noiseUnknown: number
  /** Expected number of false verdicts among worse and better, on average over many comparisons. */
  falseExpected: number
}

/** Coverage of every interval. */
export const COVERAGE = 0.95
/** Maximum expected share of false verdicts among the cells that are called worse or better. */
export const FALSE_DISCOVERY_RATE = 0.05
/**
 * No cell is called before one has this adjusted p. The false discovery rate alone leaves just 5 of 100 tables of pure
 * noise with a flag, which is the limit; a stricter limit for the first flag keeps that at 3 and costs the others
 * nothing.
 */
export const FIRST_FLAG = 0.03

/** True for a verdict that is based on a noise estimate. */
export const isJudged = (verdict: CellVerdict | null): verdict is CellVerdict =>
  verdict !== null && (verdict.interval !== null || verdict.reason === 'same-binary')
