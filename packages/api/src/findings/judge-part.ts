import { setImmediate } from 'node:timers/promises'
import type { FindingPart } from '@assay/db/types'
import type { PointSet } from '@assay/domain/compare/point'
import { judgeCommitsInParts } from '@assay/domain/findings/judge-commits'
import { judgePair } from '@assay/domain/findings/judge-versions'
import { type Judged, packTold, packWithin } from '@assay/domain/findings/told'
import { PRIMARY_METRIC } from '@assay/domain/run/metric'
import type { ProjectAccess } from '../access/resolve-access.ts'
import type { WantedPart } from './plan-parts.ts'

/** Judges one pair of versions in one place, or the commits of one, by what is known of its noise now. */
export async function judgePart(
  { queries }: ProjectAccess,
  set: PointSet,
  { id, place, pair, state }: WantedPart,
): Promise<FindingPart> {
  const points = set.points.filter(({ coordinates: { version } }) => version === pair.from || version === pair.to)
  const own = { ...set, points }
  const known = await queries.noise.around(own, [PRIMARY_METRIC])
  const { kind } = pair
  const part = { id, place, from: pair.from, to: pair.to, kind, state }
  if (kind !== 'commits') return { ...part, told: packTold(judgePair(known, place.product, { ...pair, kind })) }
  const [runs, rules] = await Promise.all([
    queries.series.runs([...new Set(points.map(({ runId }) => runId))]),
    queries.rules.list(),
  ])
  const judged: Judged[] = []
  for (const some of judgeCommitsInParts(known, { product: place.product, version: pair.from, runs, rules })) {
    judged.push(...some)
    // Requests are served between two tests and between two commits.
    await setImmediate()
  }
  return { ...part, told: packWithin(judged) }
}
