import { setImmediate } from 'node:timers/promises'
import type { JudgedPair } from '@assay/db/types'
import type { PointSet } from '@assay/domain/compare/point'
import { judgeCommitPairs } from '@assay/domain/findings/judge-commits'
import { judgePair } from '@assay/domain/findings/judge-versions'
import { type JudgedChange, packCommitVerdicts, packVerdicts } from '@assay/domain/findings/pair-verdicts'
import { summarizeRelease } from '@assay/domain/findings/releases/release-summary'
import { PRIMARY_METRIC } from '@assay/domain/run/metric'
import type { ProjectAccess } from '../access/resolve-access.ts'
import type { PairWithState } from './plan-version-pairs.ts'

type AddNoise = (set: PointSet, metrics: readonly string[]) => Promise<PointSet>

/** Judges one pair of versions in one environment, or the commits of one version, with the current noise estimate. */
export async function judgeVersionPair(
  { queries }: ProjectAccess,
  { set, addNoise }: { set: PointSet; addNoise: AddNoise },
  { id, environment, pair, state }: PairWithState,
): Promise<JudgedPair> {
  const points = set.points.filter(({ coordinates: { version } }) => version === pair.from || version === pair.to)
  const own = { ...set, points }
  const withNoise = await addNoise(own, [PRIMARY_METRIC])
  const { kind } = pair
  const { product } = environment
  const judged = { id, environment, from: pair.from, to: pair.to, kind, state, release: null }
  if (kind !== 'commits') {
    const changes = judgePair(withNoise, product, { ...pair, kind })
    const release = kind === 'release' ? summarizeRelease(changes, withNoise, { ...environment, to: pair.to }) : null
    return { ...judged, release, verdicts: packVerdicts(changes) }
  }
  const [runs, rules] = await Promise.all([
    queries.series.runs([...new Set(points.map(({ runId }) => runId))]),
    queries.rules.list(),
  ])
  const tests: JudgedChange[] = []
  for (const some of judgeCommitPairs(withNoise, { product, version: pair.from, runs, rules })) {
    tests.push(...some)
    // Requests are served between two tests and between two commits.
    await setImmediate()
  }
  return { ...judged, verdicts: packCommitVerdicts(tests) }
}
