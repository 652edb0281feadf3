import { parametersOf } from '@assay/domain/compare/cells/side-by-side'
import type { Point } from '@assay/domain/compare/point'
import { compareVersions } from '@assay/domain/run/compare-versions'
import { median } from '@assay/domain/stats/median'

type HistoryOf = (point: Point, metric: string) => readonly number[]

/** Returns the history of each test: one median of repeats per version, in the order of versions. */
export function historyOfPoints(earlier: readonly Point[]): HistoryOf {
  const byTest = Map.groupBy(earlier, keyOf)
  return (point, metric) =>
    [...Map.groupBy(byTest.get(keyOf(point)) ?? [], ({ coordinates }) => coordinates.version ?? '')]
      .sort(([a], [b]) => compareVersions(a, b))
      .flatMap(([, repeats]) => median(repeats.flatMap(({ values }) => values[metric] ?? [])) ?? [])
}

const keyOf = (point: Point): string => {
  const { hardware, benchmark, workload, test, clients } = point.coordinates
  const params = parametersOf(point).map((name) => [name, point.coordinates[name]])
  return JSON.stringify([hardware, benchmark, workload, test, clients, params])
}
