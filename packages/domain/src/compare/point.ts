import type { Metric } from '../run/metric.ts'
import type { DimensionName } from './dimension.ts'
import type { NoiseFloors } from './noise/noise-floor.ts'
import type { Noise } from './verdict/verdict.ts'
import type { NotShown } from './warnings/not-shown.ts'

/**
 * A footnote of a cell: a validity flag, a known bug, or an average as published. It applies to `metrics`, or to all
 * values of the result if these are absent.
 */
export type Footnote = { code: string; text: string; href?: string; metrics?: readonly string[] }

/**
 * One result as a point in the space of dimensions, with the values of its metrics. All dimension values are text
 * (`clients` is "40"), so that URL, filter and point agree.
 */
export type Point = {
  runId: string
  resultId: string
  coordinates: Partial<Record<DimensionName, string>>
  /** Finite values by name of the metric; metrics that the result lacks are absent. */
  values: Readonly<Record<string, number>>
  footnotes?: readonly Footnote[]
  /**
   * Facts that repeats must share and that are not dimensions: commit, build type, config text, kernel, governor and so
   * on (run/facts-of-repeats.ts). All results of a run share one object; facts that the run does not state are absent.
   */
  facts?: Readonly<Record<string, string>>
  /** Hash of the executed binary, if the build states it. */
  binary?: string
  /** Start of its run in milliseconds since 1970; absent when the run does not state it. */
  startedAt?: number
  /** Noise of the interval samples of this result, by metric; present only on request. */
  noise?: Readonly<Record<string, Noise>>
}

/** Facts about a test that a comparison needs. */
export type TestInfo = {
  name: string
  group: string | null
  /** Position in the benchmark's own order. */
  order: number
  role: 'measured' | 'warmup' | 'load'
  primaryMetric: string
  /** Minimum operations per second and client of the background load of a step; absent for steps without one. */
  targetRate?: number
}

export type PointSet = {
  points: readonly Point[]
  tests: readonly TestInfo[]
  metrics: readonly Metric[]
  /**
   * Noise estimates of machines from the repeats of all their runs; without them verdicts use the cells' own repeats.
   */
  floors?: NoiseFloors
  /** Results that were not read because the comparison exceeds its limit. */
  notShown?: NotShown
}
