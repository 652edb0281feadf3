import { setImmediate } from 'node:timers/promises'
import type { EnvironmentOutline, ScanState } from '@assay/db/types'
import { neighborEstimates } from '@assay/domain/compare/noise/neighbor-estimates'
import { environmentNoise } from '@assay/domain/compare/noise/neighbor-floor'
import { pairSteps } from '@assay/domain/compare/noise/pair-steps'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { isTouched, type PlannedPair } from './plan-version-pairs.ts'
import type { VersionPairLoader } from './read-environment.ts'

/**
 * State of a pair whose steps are stored and which is not judged yet; states of judged pairs begin with the hash of
 * their results.
 */
export const stepsState = ({ results }: Pick<PlannedPair, 'results'>): string => `steps of ${results}`

type Batch = { pairs: readonly PlannedPair[]; read: VersionPairLoader; together: number; until: number }

/**
 * Stores the differences between neighboring versions, for pairs whose results changed.
 *
 * @returns false when the time limit was reached before all were stored; the next scan continues with the others.
 */
export async function storeSteps(
  { queries }: ProjectAccess,
  product: string,
  { pairs, read, together, until }: Batch,
): Promise<boolean> {
  const releases = pairs.filter(({ pair }) => pair.kind === 'release')
  let done = 0
  for await (const { pairs: batch, set } of read(releases, together)) {
    const byVersion = Map.groupBy(set.points, ({ coordinates }) => coordinates.version ?? '')
    const steps = []
    for (const planned of batch) {
      const { id, environment } = planned
      const { from, to } = planned.pair
      const found = pairSteps(byVersion.get(from) ?? [], byVersion.get(to) ?? [])
      steps.push({ id, environment, from, to, state: stepsState(planned), steps: found })
      // Requests are served between two pairs.
      await setImmediate()
    }
    await queries.findings.storeSteps(product, steps)
    done += batch.length
    if (performance.now() >= until) break
  }
  return done === releases.length
}

/**
 * Estimates noise from the steps between all neighboring versions and stores it, so that pages and findings agree. The
 * slices of a scan in which no results change share one estimate.
 */
export async function estimateNoise(
  { queries: { findings, noise } }: ProjectAccess,
  product: string,
  {
    environments,
    touched,
    planned,
    state,
  }: {
    environments: readonly EnvironmentOutline[]
    touched: readonly EnvironmentOutline[]
    planned: readonly PlannedPair[]
    state: ScanState
  },
): Promise<void> {
  const existing = new Set(environments.map(({ id }) => id))
  // Noise is stored before the first verdict, and steps change only with pairs that then have none.
  const changed = new Set(planned.filter((pair) => isTouched(pair, state)).map(({ environment }) => environment.id))
  const outdated = touched.filter((one) => changed.has(one.id) || state.estimated.get(one.id) !== one.state)
  if (outdated.length === 0 && [...state.environments.keys()].every((id) => existing.has(id))) return
  const releases = Map.groupBy(
    planned.filter(({ pair }) => pair.kind === 'release'),
    ({ environment }) => environment.id,
  )
  const estimates = []
  for (const environment of outdated) {
    const steps = await findings.listSteps((releases.get(environment.id) ?? []).map(({ id }) => id))
    const groups = new Map(environment.tests.map(({ test, group }) => [test, group]))
    const estimate = environmentNoise(environment, steps, (test) => groups.get(test) ?? null)
    estimates.push({ id: environment.id, noise: estimate })
  }
  await findings.storeNoise(product, estimates)
  const stored = (await findings.listNoise(product)).filter(({ id }) => existing.has(id))
  await noise.storeNeighborFloors(product, neighborEstimates(stored.map((one) => one.noise)))
}
