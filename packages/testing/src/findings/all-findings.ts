import { chooseNoiseFloor } from '@assay/domain/compare/noise/choose-noise-floor'
import { neighborEstimates, neighborFloors } from '@assay/domain/compare/noise/neighbor-estimates'
import { noiseFloors } from '@assay/domain/compare/noise/noise-floor'
import type { Point, PointSet } from '@assay/domain/compare/point'
import { repeatGroups } from '@assay/domain/compare/verdict/repeat-groups'
import type { FindingFacts } from '@assay/domain/findings/finding'
import { groupChanges } from '@assay/domain/findings/group-changes'
import { judgeVersions } from '@assay/domain/findings/judge-versions'
import { noiseOfEnvironment } from '../noise/noise-of-environment.ts'

/**
 * All findings of some results of a project, computed at once. Every incremental computation must give the same
 * findings.
 *
 * @param repeated results for noise estimates; `set` has only the newest of results that were measured again.
 */
export function allFindings(set: PointSet, repeated: readonly Point[] = set.points): FindingFacts[] {
  const measured = new Set(set.tests.filter(({ role }) => role === 'measured').map(({ name }) => name))
  const isMeasured = ({ coordinates: { test = '' } }: Point) => measured.has(test)
  const repeats = noiseFloors(repeatGroups(repeated.filter(isMeasured), set.tests))
  const products = Map.groupBy(set.points.filter(isMeasured), ({ coordinates }) => coordinates.product ?? '')
  return [...products].flatMap(([product, points]) => {
    const environments = [...Map.groupBy(points, environmentKey).values()]
    const neighbors = neighborFloors(neighborEstimates(environments.map((own) => noiseOfEnvironment(own, set.tests))))
    return groupChanges(judgeVersions({ ...set, points, floors: chooseNoiseFloor(repeats, neighbors) }, product))
  })
}

const environmentKey = ({ coordinates: { hardware, benchmark, workload } }: Point) =>
  JSON.stringify([hardware, benchmark, workload])
