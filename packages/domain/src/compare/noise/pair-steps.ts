import { median } from '../../stats/median.ts'
import { isExcluded } from '../band.ts'
import type { DimensionName } from '../dimension.ts'
import type { Point } from '../point.ts'
import { varianceOfMedian } from '../verdict/variance-of-median.ts'
import { sessionMedians, sessionNumbers } from './measurement-session.ts'
import { sizeOfStep } from './step-grid.ts'

/** Dimensions that may differ between neighboring versions, because a new version often needs another config. */
const MAY_DIFFER: ReadonlySet<string> = new Set<DimensionName>([
  'version',
  'build',
  'flags',
  'config',
  'benchmarkVersion',
  'repeat',
])

/** The steps of each metric of each line from one version to the next: ln|ln(ratio)| on the grid. */
export type PairSteps = {
  metrics: string[]
  /**
   * `sizes` by metric; null if one of the versions lacks it. `falls` is 1 if the value fell. `line` identifies the line
   * by its other coordinates, such as its compiler, so that its steps are found in the next pair. `factor` is the
   * variance of the compared medians divided by that of one run; absent for single runs.
   */
  lines: [test: string, clients: string, sizes: (number | null)[], falls: (0 | 1)[], line: string, factor?: number][]
}

/** Steps with the versions of the pair. */
export type ReleaseSteps = PairSteps & { from: string; to: string }

/** Steps between two neighboring versions in one environment, from the medians of their results. */
export function pairSteps(older: readonly Point[], younger: readonly Point[]): PairSteps {
  const [before, after] = [byLine(older), byLine(younger)]
  const found: { point: Point; steps: Map<string, Step> }[] = []
  for (const [line, points] of after) {
    const [point] = points
    const earlier = before.get(line)
    if (point !== undefined && earlier !== undefined) found.push({ point, steps: stepsOf(earlier, points) })
  }
  const metrics = [...new Set(found.flatMap(({ steps }) => [...steps.keys()]))].sort()
  const lines = found.map(({ point: { coordinates }, steps }): PairSteps['lines'][number] => {
    const factor = Math.min(...[...steps.values()].map((step) => step.factor))
    const line: PairSteps['lines'][number] = [
      coordinates.test ?? '',
      coordinates.clients ?? '',
      metrics.map((metric) => steps.get(metric)?.size ?? null),
      metrics.map((metric) => (steps.get(metric)?.isFall ? 1 : 0)),
      lineOf(coordinates),
    ]
    if (factor < 1) line.push(factor)
    return line
  })
  const sorted = lines.map((line) => ({ line, text: JSON.stringify(line) })).sort((a, b) => (a.text < b.text ? -1 : 1))
  return { metrics, lines: sorted.map(({ line }) => line) }
}

const byLine = (points: readonly Point[]): Map<string, Point[]> =>
  Map.groupBy(points, ({ coordinates }) =>
    JSON.stringify(
      Object.entries(coordinates)
        .filter(([name]) => !MAY_DIFFER.has(name))
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
  )

/** Coordinates of the environment and of the test, which are not part of a line's name. */
const KNOWN: ReadonlySet<string> = new Set<DimensionName>([
  'product',
  'hardware',
  'benchmark',
  'workload',
  'test',
  'group',
  'clients',
])

/** The other coordinates of a line, such as its compiler. */
export const lineOf = (coordinates: Point['coordinates']): string =>
  Object.entries(coordinates)
    .filter(([name]) => !MAY_DIFFER.has(name) && !KNOWN.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, value]) => value)
    .join(' ')

type Step = { size: number; isFall: boolean; factor: number }

/**
 * Steps between medians of several results are scaled to those between single runs, because floors apply to single
 * runs.
 */
function stepsOf(older: readonly Point[], younger: readonly Point[]): Map<string, Step> {
  const before = medianLogs(older)
  return new Map(
    [...medianLogs(younger)].flatMap(([metric, { middle, count }]) => {
      const earlier = before.get(metric)
      if (earlier === undefined) return []
      const factor = (varianceOfMedian(count) + varianceOfMedian(earlier.count)) / 2
      const step = (middle - earlier.middle) / Math.sqrt(factor)
      return [[metric, { size: sizeOfStep(step), isFall: step < 0, factor }] as const]
    }),
  )
}

/** Medians of ln(value), with the number of independent values: one for each measurement session. */
function medianLogs(points: readonly Point[]): Map<string, { middle: number; count: number }> {
  const found = new Map<string, { log: number; start: number | null }[]>()
  for (const { values, startedAt = null, footnotes = [] } of points) {
    for (const [metric, value] of Object.entries(values)) {
      const own = footnotes.filter(({ metrics }) => metrics?.includes(metric) ?? true)
      if (value <= 0 || isExcluded(own)) continue
      const logs = found.get(metric) ?? []
      found.set(metric, logs)
      logs.push({ log: Math.log(value), start: startedAt })
    }
  }
  return new Map(
    [...found].map(([metric, all]) => {
      const sessions =
        all.length < 2
          ? null
          : sessionNumbers(
              all.map(({ start }) => start),
              [],
            )
      const logs = sessionMedians(
        all.map(({ log }) => log),
        sessions,
      )
      return [metric, { middle: median(logs) ?? 0, count: logs.length }]
    }),
  )
}
