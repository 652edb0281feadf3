import { compareVersions } from '../../../run/version.ts'
import type { Point, TestInfo } from '../../point.ts'
import { type PlaceNoise, placeNoise } from '../neighbour-floor.ts'
import { pairSteps } from '../pair-steps.ts'

/** What all versions of one place say of noise. */
export function noiseOfPlace(points: readonly Point[], tests: readonly TestInfo[]): PlaceNoise {
  const versions = Map.groupBy(points, ({ coordinates }) => coordinates.version ?? '')
  const sorted = [...versions.keys()].sort(compareVersions)
  const releases = sorted.slice(1).map((to, at) => {
    const from = sorted[at] ?? ''
    return { from, to, ...pairSteps(versions.get(from) ?? [], versions.get(to) ?? []) }
  })
  const groups = new Map(tests.map(({ name, group }) => [name, group]))
  const { hardware = '', benchmark = '', workload = '' } = points[0]?.coordinates ?? {}
  return placeNoise({ hardware, benchmark, workload }, releases, (test) => groups.get(test) ?? null)
}
