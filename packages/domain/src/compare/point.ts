import type { Metric } from '../run/metric.ts'
import type { DimensionName } from './dimension.ts'
import type { NotShown } from './not-shown.ts'
import type { NoiseFloors } from './verdict/noise-floor.ts'
import type { Noise } from './verdict/verdict.ts'

/**
 * A footnote of a cell: a validity flag, a known bug, an average as published. `metrics` are those that it is
 * about; without them it is about every value of the result.
 */
export type Footnote = { code: string; text: string; href?: string; metrics?: readonly string[] }

/**
 * One result as the engine sees it: a point in the space of dimensions with the values of its metrics.
 * Values of dimensions are text, numbers included (`clients` is "40"), so that URL, filter and point agree.
 */
export type Point = {
  runId: string
  resultId: string
  coordinates: Partial<Record<DimensionName, string>>
  /** By metric name; a metric that this result lacks is absent. Finite. */
  values: Readonly<Record<string, number>>
  footnotes?: readonly Footnote[]
  /**
   * Facts that repeats must share and that are no dimension: commit, build type, config text, kernel, governor and so
   * on (run/run-facts.ts). One object for all results of a run; what the run does not state is absent.
   */
  facts?: Readonly<Record<string, string>>
  /** Hash of the executed binary, if the build states it. */
  binary?: string
  /** Start of its run in milliseconds since 1970; absent when the run does not state it. */
  startedAt?: number
  /** Noise of the interval samples of this result, by metric; present only on request. */
  noise?: Readonly<Record<string, Noise>>
}

/** The facts of a test that the comparison needs. */
export type TestInfo = {
  name: string
  group: string | null
  /** Position in the benchmark's own order. */
  order: number
  role: 'measured' | 'warmup' | 'load'
  primaryMetric: string
  /** Operations per second and client that its background load must hold; absent for a step without one. */
  targetRate?: number
}

export type PointSet = {
  points: readonly Point[]
  tests: readonly TestInfo[]
  metrics: readonly Metric[]
  /**
   * How noisy the machines are, from the repeats of all that ran on them; without it verdicts have only the cells' own.
   */
  floors?: NoiseFloors
  /** Results that were not read, because they exceed the limit of one comparison. */
  notShown?: NotShown
}
