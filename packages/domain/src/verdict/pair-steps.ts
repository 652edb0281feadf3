import { takesNoPart } from '../compare/band.ts'
import type { DimensionName } from '../compare/dimension.ts'
import type { Point } from '../compare/point.ts'
import { sessionMedians, sessionNumbers } from './measurement-session.ts'
import { sizeOfStep } from './step-grid.ts'

/** What may differ between neighbours in a series of versions: a new version often needs another config. */
const MAY_DIFFER: ReadonlySet<string> = new Set<DimensionName>([
  'version',
  'build',
  'flags',
  'config',
  'benchmarkVersion',
  'repeat',
])

/** How far each metric of each line went from a version to the next: the logarithm of |ln(ratio)| on the grid. */
export type PairSteps = {
  metrics: string[]
  /** By metric; null for what one of the versions lacks. */
  lines: [test: string, clients: string, sizes: (number | null)[]][]
}

/** Steps between two neighbouring versions of one place; where one has several results, of their geometric means. */
export function pairSteps(older: readonly Point[], younger: readonly Point[]): PairSteps {
  const [before, after] = [byLine(older), byLine(younger)]
  const found: { point: Point; sizes: Map<string, number> }[] = []
  for (const [line, points] of after) {
    const [point] = points
    const earlier = before.get(line)
    if (point !== undefined && earlier !== undefined) found.push({ point, sizes: sizesOf(earlier, points) })
  }
  const metrics = [...new Set(found.flatMap(({ sizes }) => [...sizes.keys()]))].sort()
  const lines = found.map(({ point: { coordinates }, sizes }): PairSteps['lines'][number] => [
    coordinates.test ?? '',
    coordinates.clients ?? '',
    metrics.map((metric) => sizes.get(metric) ?? null),
  ])
  return { metrics, lines: lines.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) }
}

const byLine = (points: readonly Point[]): Map<string, Point[]> =>
  Map.groupBy(points, ({ coordinates }) =>
    JSON.stringify(
      Object.entries(coordinates)
        .filter(([name]) => !MAY_DIFFER.has(name))
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
  )

/** Of means over several results steps are smaller than of one run each, which is what floors are of: n times in variance. */
function sizesOf(older: readonly Point[], younger: readonly Point[]): Map<string, number> {
  const before = meanLogs(older)
  return new Map(
    [...meanLogs(younger)].flatMap(([metric, { mean, count }]) => {
      const earlier = before.get(metric)
      if (earlier === undefined) return []
      const step = Math.abs(mean - earlier.mean) * Math.sqrt(2 / (1 / count + 1 / earlier.count))
      return [[metric, sizeOfStep(step)] as const]
    }),
  )
}

/** Means of ln(value) with the number of independent values behind them: one for each measurement session. */
function meanLogs(points: readonly Point[]): Map<string, { mean: number; count: number }> {
  const found = new Map<string, { log: number; start: number | null }[]>()
  for (const { values, startedAt = null, footnotes = [] } of points) {
    for (const [metric, value] of Object.entries(values)) {
      const own = footnotes.filter(({ metrics }) => metrics?.includes(metric) ?? true)
      if (value <= 0 || takesNoPart(own)) continue
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
      return [metric, { mean: logs.reduce((sum, log) => sum + log, 0) / logs.length, count: logs.length }]
    }),
  )
}
