import { setTimeout } from 'node:timers/promises'
import { scopeOf } from '@assay/db/open'
import type { EnvironmentOutline, JudgedPair, ScanState } from '@assay/db/types'
import type { PointSet } from '@assay/domain/compare/point'
import type { LaterTransition } from '@assay/domain/findings/later-versions'
import type { ProjectAccess } from '../access/resolve-access.ts'
import type { Services } from '../services.ts'
import { applyLaterVersions } from './apply-later-versions.ts'
import { estimateNoise, stepsState, storeSteps } from './estimate-noise.ts'
import { judgeVersionPair } from './judge-version-pair.ts'
import {
  isTouched,
  type PairWithState,
  type PlannedPair,
  planVersionPairs,
  withNoiseState,
} from './plan-version-pairs.ts'
import { createVersionPairLoader, type VersionPairLoader } from './read-environment.ts'

/**
 * Result of a scan of a product: the new findings, how many version pairs had changed results, and whether work is left
 * for the next scan.
 */
type ScanResult = { appeared: string[]; transitions: LaterTransition[]; touched: number; left: boolean }

/** More changed version pairs than this mean a bulk upload or a first scan, during which requests have priority. */
export const BULK_PAIRS = 100
/** Maximum duration of one scan, apart from the batch that is running then; the rest is left for the next scan. */
const MAX_SCAN_MS = 5_000
/** Maximum duration for version pairs whose results did not change, only the noise estimate: they are not urgent. */
const MAX_STALE_SCAN_MS = 200
/** Maximum number of pairs that are read and stored together: pairs with new results, and the others. */
const MAX_PAIRS_TOGETHER = 25
const MAX_STALE_PAIRS_TOGETHER = 4

/**
 * Detects regressions and improvements in the results of a product since the last scan. Version pairs with new results
 * come first; pairs with only another noise estimate follow in slices. Every batch is stored when it is complete, so a
 * scan that is interrupted, by a restart or by its time limit, is resumed and does not start again. It may be repeated,
 * and by several workers: the same data give the same findings in any order of arrival, and triage by people stays.
 *
 * @param maxMs time after which no new batch is started; each scan completes at least one.
 */
export async function detectRegressions(
  services: Pick<Services, 'db'>,
  { projectId, product }: { projectId: string; product: string },
  maxMs = MAX_SCAN_MS,
): Promise<ScanResult> {
  const project = (await services.db.projects.list()).find(({ id }) => id === projectId)
  // The project was deleted since the job was created.
  if (project === undefined) return { appeared: [], transitions: [], touched: 0, left: false }
  const queries = services.db.in(scopeOf(project))
  const access = { project, role: null, queries }
  return queries.findings.withScanLock(product, () => scan(access, product, maxMs))
}

async function scan(access: ProjectAccess, product: string, maxMs: number): Promise<ScanResult> {
  const until = performance.now() + maxMs
  const { findings } = access.queries
  const [environments, state] = await Promise.all([findings.outline(product), findings.scanState(product)])
  const planned = planVersionPairs(environments)
  const touched = environments.filter((environment) => state.environments.get(environment.id) !== environment.state)
  const isChanged = (pair: PlannedPair) => isTouched(pair, state)
  const read = createVersionPairLoader(access)
  const result: ScanResult = { appeared: [], transitions: [], touched: planned.filter(isChanged).length, left: false }
  const withoutSteps = planned.filter((pair) => isChanged(pair) && state.pairs.get(pair.id)?.state !== stepsState(pair))
  const batch = { pairs: withoutSteps, read, together: MAX_PAIRS_TOGETHER, until }
  if (!(await storeSteps(access, product, batch))) return { ...result, left: true }
  await estimateNoise(access, product, { environments, touched, planned, state })

  const wanted = await withNoiseState(access, environments, planned)
  const urgent = wanted.filter(isChanged)
  await deleteMissing(access, product, { environments, wanted, state }, result)
  const work = { access, product, environments, read, result }
  const limits = { together: MAX_PAIRS_TOGETHER, rests: urgent.length > BULK_PAIRS, until }
  const judged = await judgeAll(work, urgent, limits)
  if (judged < urgent.length) return { ...result, left: true }
  await finalize(work, touched)

  const stale = wanted.filter((pair) => !isChanged(pair) && state.pairs.get(pair.id)?.state !== pair.state)
  const slice = { together: MAX_STALE_PAIRS_TOGETHER, rests: true, until: performance.now() + MAX_STALE_SCAN_MS }
  result.left = (await judgeAll(work, stale, slice)) < stale.length
  return result
}

type Work = {
  access: ProjectAccess
  product: string
  environments: readonly EnvironmentOutline[]
  read: VersionPairLoader
  result: ScanResult
}

/** Judges version pairs in batches and stores them with their findings. @returns the number of pairs before `until`. */
async function judgeAll(
  work: Work,
  pairs: readonly PairWithState[],
  { together, rests, until }: { together: number; rests: boolean; until: number },
): Promise<number> {
  const { access, product, read, result } = work
  const done: PairWithState[] = []
  for await (const { pairs: batch, set } of read(pairs, together)) {
    const judged = await judgeBatch(access, batch, set, rests)
    const missing = { pairs: [], environments: [] }
    result.appeared.push(...(await access.queries.findings.storeVerdicts(product, { pairs: judged, missing })))
    done.push(...batch)
    if (performance.now() >= until) break
  }
  const open = new Set(pairs.slice(done.length).map(({ environment }) => environment))
  await finalize(
    work,
    done.flatMap(({ environment }) => (open.has(environment) ? [] : [environment])),
  )
  return done.length
}

async function judgeBatch(
  access: ProjectAccess,
  pairs: readonly PairWithState[],
  set: PointSet,
  rests: boolean,
): Promise<JudgedPair[]> {
  const judged: JudgedPair[] = []
  const [first] = pairs
  if (first === undefined) return judged
  const addNoise = await access.queries.noise.currentNoise(first.environment.product)
  for (const pair of pairs) {
    const began = performance.now()
    judged.push(await judgeVersionPair(access, { set, addNoise }, pair))
    // Requests are served between two pairs: an urgent scan only yields; another one pauses for as long as the pair
    // took.
    await setTimeout(rests ? performance.now() - began : 0)
  }
  return judged
}

/** Applies later versions to the findings of completely scanned environments, and marks these as final. */
async function finalize(
  { access, product, environments, result }: Work,
  done: readonly EnvironmentOutline[],
): Promise<void> {
  if (done.length === 0) return
  const hardware = [...new Set(done.map((environment) => environment.hardware))]
  result.transitions.push(...(await applyLaterVersions(access, product, { environments, hardware })))
  await access.queries.findings.finalize([...new Set(done)])
}

/** Deletes pairs and environments that no longer exist: runs were excluded, or a version came in between. */
async function deleteMissing(
  access: ProjectAccess,
  product: string,
  {
    environments,
    wanted,
    state,
  }: { environments: readonly EnvironmentOutline[]; wanted: readonly PairWithState[]; state: ScanState },
  result: ScanResult,
): Promise<void> {
  const [existingPairs, existingEnvironments] = [idsOf(wanted), idsOf(environments)]
  const missing = {
    pairs: [...state.pairs.keys()].filter((id) => !existingPairs.has(id)),
    environments: [...state.environments.keys()].filter((id) => !existingEnvironments.has(id)),
  }
  if (missing.pairs.length === 0 && missing.environments.length === 0) return
  result.appeared.push(...(await access.queries.findings.storeVerdicts(product, { pairs: [], missing })))
}

const idsOf = (all: readonly { id: string }[]) => new Set(all.map(({ id }) => id))

/**
 * Lists every product of a project. A worker that starts scans all of them, because it cannot know which scans it
 * missed.
 */
export async function listProducts(services: Pick<Services, 'db'>, projectId: string): Promise<string[]> {
  return (await services.db.in(scopeOf({ id: projectId })).products.list()).map(({ name }) => name)
}
