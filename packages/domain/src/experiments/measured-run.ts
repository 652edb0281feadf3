import { isExcluded } from '../compare/band.ts'
import type { Point, TestInfo } from '../compare/point.ts'
import { hasMetric } from '../compare/primary-metric.ts'
import { type Metric, PRIMARY_METRIC } from '../run/metric.ts'
import type { CandidateRun, Experiment } from './experiment.ts'

/** A run of a candidate with its results and the facts that must equal those of the base. */
export type MeasuredRun = CandidateRun & {
  workload: string
  points: readonly Point[]
  /** Settings of the server by name. */
  settings: Readonly<Record<string, string>>
  /** Distinct commands of its tests. */
  commands: readonly string[]
}

export type MeasuredRuns = {
  /** In the order of their position. */
  runs: readonly MeasuredRun[]
  tests: readonly TestInfo[]
  metrics: readonly Metric[]
}

/** Returns the sum of logarithms of a metric over the tests of a run, and their number; lower is better is negated. */
export type ReadMetric = (run: MeasuredRun, metric: string, oriented: boolean) => number | null

/** Reads metrics of runs as the mean of ln(value) over the tests of the objective; null if a test lacks the metric. */
export function readMetricOf({ tests, metrics }: MeasuredRuns, experiment: Pick<Experiment, 'tests'>): ReadMetric {
  const primaries = new Map(tests.map(({ name, primaryMetric }) => [name, primaryMetric]))
  const directions = new Map(metrics.map(({ name, better }) => [name, better]))
  return (run, metric, oriented) => {
    const points = objectivePoints(run, experiment)
    if (points.length === 0) return null
    let sum = 0
    for (const point of points) {
      const own = metric === PRIMARY_METRIC ? (primaries.get(point.coordinates.test ?? '') ?? '') : metric
      const value = hasMetric(point, own) ? (point.values[own] ?? 0) : 0
      if (value <= 0) return null
      sum += Math.log(value) * (oriented && directions.get(own) === 'lower' ? -1 : 1)
    }
    return sum / points.length
  }
}

/** The results of the tests of the objective. */
export const objectivePoints = ({ points }: MeasuredRun, { tests }: Pick<Experiment, 'tests'>): readonly Point[] =>
  tests.length === 0 ? points : points.filter(({ coordinates: { test = '' } }) => tests.includes(test))

/** Texts of the validity flags that exclude results of a run. */
export function excludingFlags({ points }: MeasuredRun): string[] {
  const texts = points.flatMap(({ footnotes = [], coordinates: { test = '' } }) =>
    isExcluded(footnotes) ? [`${test}: ${footnotes[0]?.text ?? 'excluded'}`] : [],
  )
  return [...new Set(texts)]
}
