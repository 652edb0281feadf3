import { type EnvironmentNoise, environmentNoise } from '@assay/domain/compare/noise/neighbor-floor'
import { pairSteps } from '@assay/domain/compare/noise/pair-steps'
import type { Point, TestInfo } from '@assay/domain/compare/point'
import { compareVersions } from '@assay/domain/run/compare-versions'

/** Noise estimates from all versions of one environment. */
export function noiseOfEnvironment(points: readonly Point[], tests: readonly TestInfo[]): EnvironmentNoise {
  const versions = Map.groupBy(points, ({ coordinates }) => coordinates.version ?? '')
  const sorted = [...versions.keys()].sort(compareVersions)
  const releases = sorted.slice(1).map((to, at) => {
    const from = sorted[at] ?? ''
    return { from, to, ...pairSteps(versions.get(from) ?? [], versions.get(to) ?? []) }
  })
  const groups = new Map(tests.map(({ name, group }) => [name, group]))
  const { hardware = '', benchmark = '', workload = '' } = points[0]?.coordinates ?? {}
  return environmentNoise({ hardware, benchmark, workload }, releases, (test) => groups.get(test) ?? null)
}
