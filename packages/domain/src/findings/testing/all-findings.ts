import type { Point, PointSet } from '../../compare/point.ts'
import { eitherFloor, neighbourEntries, neighbourFloors } from '../../compare/verdict/neighbour-floor.ts'
import { noiseFloors } from '../../compare/verdict/noise-floor.ts'
import { repeatGroups } from '../../compare/verdict/repeat-groups.ts'
import { noiseOfPlace } from '../../compare/verdict/testing/noise-of-place.ts'
import type { FindingFacts } from '../finding.ts'
import { groupChanges } from '../group-changes.ts'
import { judgeVersions } from '../judge-versions.ts'

/**
 * Everything that some results of a project say of its products, computed at once: what any other way must come to.
 *
 * @param repeated results that tell of noise by being repeated; of what is measured again, `set` has the newest alone.
 */
export function allFindings(set: PointSet, repeated: readonly Point[] = set.points): FindingFacts[] {
  const measured = new Set(set.tests.filter(({ role }) => role === 'measured').map(({ name }) => name))
  const isMeasured = ({ coordinates: { test = '' } }: Point) => measured.has(test)
  const repeats = noiseFloors(repeatGroups(repeated.filter(isMeasured), set.tests))
  const products = Map.groupBy(set.points.filter(isMeasured), ({ coordinates }) => coordinates.product ?? '')
  return [...products].flatMap(([product, points]) => {
    const places = [...Map.groupBy(points, placeOf).values()]
    const neighbours = neighbourFloors(neighbourEntries(places.map((own) => noiseOfPlace(own, set.tests))))
    return groupChanges(judgeVersions({ ...set, points, floors: eitherFloor(repeats, neighbours) }, product))
  })
}

const placeOf = ({ coordinates: { hardware, benchmark, workload } }: Point) =>
  JSON.stringify([hardware, benchmark, workload])
