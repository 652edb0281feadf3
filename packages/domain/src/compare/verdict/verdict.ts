import type { NoiseShape } from './noise-shape.ts'

/** The decision about a ratio. */
export type Verdict = 'worse' | 'better' | 'same' | 'cannot-tell'

export type Interval = { low: number; high: number }

/**
 * Where the noise of a ratio is known from: repeats of the same test, the same weighted with those of tests alike, of its
 * group or of the whole machine; intervals of the runs themselves; the repeats of this very cell and its base; or the
 * steps between neighboring versions.
 */
export type NoiseSource = 'test' | 'alike' | 'group' | 'machine' | 'samples' | 'own-repeats' | 'neighbours'

/**
 * Standard deviation of ln(value) of one run, and how well it is known. Where runs have outliers, `sd` is that of the core
 * and `shape` says how often outliers occur and how far they lie, in units of `sd`; without it the noise is normal.
 */
export type Noise = {
  source: NoiseSource
  sd: number
  degreesOfFreedom: number
  shape?: NoiseShape
  /** Variance of the medians that releases were compared by, over that of one run; absent for single runs. */
  factor?: number
  /** Variances where repeats without start times were measured in one session: then all repeats of a cell are one value. */
  session?: SessionVariances
}

/** Variance of ln(value) between measurement sessions, and of one run within a session. */
export type SessionVariances = { between: number; within: number }

/** Why a verdict needed no numbers, or could not be had from any. */
export type Reason =
  /** Both sides ran the same binary on the same machine with the same config. */
  | 'same-binary'
  /** Too few repeats anywhere on the machine, and no interval samples. */
  | 'no-noise'
  /** The same, with interval samples, which say how much one run varies and not how much runs differ. */
  | 'samples-only'
  /** The results of one side come from several machines, workloads or tests, or differ otherwise and no noise is known. */
  | 'not-repeats'
  /** All repeats of a side belong to one measurement session, and nothing says how much sessions differ. */
  | 'one-session'
  /** One session on each side, of which so many are outliers at some distance that nothing says whether these are. */
  | 'may-be-outlier'
  /** A ratio of 0 has no logarithm. */
  | 'not-positive'

/** Ratios up to `worse` are worse, and from `better` on better. */
export type Limits = { worse: number; better: number }

/** Verdict on the ratio of a cell (DESIGN.md section 4). Ratios are own / base, like the ratio of the cell. */
export type CellVerdict = {
  verdict: Verdict
  reason: Reason | null
  /** 95% interval of the ratio; null without a noise estimate. */
  interval: Interval | null
  /** Two-sided, of this cell alone, and adjusted for all cells of the comparison (Benjamini and Hochberg). */
  p: number | null
  q: number | null
  repeats: { own: number; base: number }
  /** Repeats on each side whose interval would fit into the bands; null when the noise is not known. */
  repeatsNeeded: number | null
  noise: Noise | null
  /** Mann-Whitney, exact, from 5 repeats on each side. */
  rankP: number | null
  /** Bootstrap interval of the ratio of medians, from 8 repeats on each side. */
  medians: Interval | null
}

/** Counts of the verdicts of a comparison. */
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
/** Share of false ones among the cells that are called worse or better, at most, on average. */
export const FALSE_DISCOVERY_RATE = 0.05
/**
 * No cell is called before one has this adjusted p. The false discovery rate alone leaves just 5 of 100 tables of pure
 * noise with a flag, which is the limit; a higher bar for the first flag holds that at 3 and costs the others nothing.
 */
export const FIRST_FLAG = 0.03

/** True for a verdict that some measure of noise stands behind. */
export const isJudged = (verdict: CellVerdict | null): verdict is CellVerdict =>
  verdict !== null && (verdict.interval !== null || verdict.reason === 'same-binary')
