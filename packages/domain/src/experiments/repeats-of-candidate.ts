import type { Experiment } from './experiment.ts'
import { excludingFlags, type MeasuredRun, type ReadMetric } from './measured-run.ts'

/** One repeat: a run of each workload of the objective. */
export type Repeat = {
  candidate: number
  /** Positions of its first and last run. */
  first: number
  last: number
  /** ln of the score, up to a constant that all repeats share. */
  score: number
  /** Means of ln(value) of each metric of the constraints and the Pareto front. */
  metrics: Readonly<Record<string, number>>
  isAttested: boolean
}

/** Metrics that are shown or limited besides the score. */
export const sideMetrics = ({ constraints, paretoMetrics }: Pick<Experiment, 'constraints' | 'paretoMetrics'>) => [
  ...new Set([...constraints.map(({ metric }) => metric), ...paretoMetrics]),
]

/**
 * Groups the runs of one candidate into repeats: the n-th run of every workload is the n-th repeat. Runs with an
 * excluding validity flag, or without a metric of the objective, are not counted.
 */
export function repeatsOf(
  runs: readonly MeasuredRun[],
  experiment: Pick<Experiment, 'objective' | 'constraints' | 'paretoMetrics'>,
  { read, workloads }: { read: ReadMetric; workloads: readonly string[] },
): Repeat[] {
  const usable = runs.filter((run) => excludingFlags(run).length === 0 && scoreOf(run, experiment, read) !== null)
  const byWorkload = workloads.map((workload) => usable.filter((run) => run.workload === workload))
  const count = Math.min(...byWorkload.map((all) => all.length))
  return Array.from({ length: count }, (_, at): Repeat => {
    const own = byWorkload.flatMap((all) => all[at] ?? [])
    const positions = own.map(({ position }) => position)
    const mean = (read: (run: MeasuredRun) => number | null) =>
      own.reduce((sum, run) => sum + (read(run) ?? 0), 0) / own.length
    const metrics = sideMetrics(experiment).flatMap((metric) =>
      own.some((run) => read(run, metric, false) === null)
        ? []
        : [[metric, mean((run) => read(run, metric, false))] as const],
    )
    return {
      candidate: own[0]?.candidate ?? 0,
      first: Math.min(...positions),
      last: Math.max(...positions),
      score: mean((run) => scoreOf(run, experiment, read)),
      metrics: Object.fromEntries(metrics),
      isAttested: own.every((run) => run.isAttested),
    }
  }).sort((a, b) => a.last - b.last)
}

function scoreOf(run: MeasuredRun, { objective }: Pick<Experiment, 'objective'>, read: ReadMetric): number | null {
  let [sum, weights] = [0, 0]
  for (const { metric, weight } of objective) {
    const value = read(run, metric, true)
    if (value === null) return null
    sum += weight * value
    weights += weight
  }
  return sum / weights
}
