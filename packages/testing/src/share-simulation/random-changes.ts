import { rewriteHistory } from '@assay/db/rewrite-history'
import type { UploadDocument } from '@assay/domain/run/upload-document'
import {
  type PlannedShare,
  pointsOf,
  type RandomChoices,
  SIMULATED_PRODUCTS,
  simulatedDocument,
} from './plan-shares.ts'
import type { ModelPoint } from './share-model.ts'

/** Actions that change history, by entry points or directly in the database. */
export type ChangeActions = {
  databaseUrl: string
  upload(document: UploadDocument): Promise<void>
  invalidate(runId: string): Promise<void>
}

export type RandomChange = (
  share: Pick<PlannedShare, 'machine' | 'documents'>,
  points: ModelPoint[],
  random: RandomChoices,
  actions: ChangeActions,
) => Promise<void>

export const runsOf = (points: readonly ModelPoint[]) => [...new Set(points.map(({ runId }) => runId))]

export function drop(points: ModelPoint[], isGone: (point: ModelPoint) => boolean): void {
  const left = points.filter((point) => !isGone(point))
  points.splice(0, points.length, ...left)
}

/** Points of the model are changed together with the database. */
export const RANDOM_CHANGES: Readonly<Record<string, RandomChange>> = {
  async 'delete a run'(_share, points, random, { databaseUrl }) {
    if (points.length === 0) return
    const gone = random.of(runsOf(points))
    await rewriteHistory.deleteRun(databaseUrl, gone)
    drop(points, ({ runId }) => runId === gone)
  },
  async 'delete all runs'(_share, points, _random, { databaseUrl }) {
    for (const gone of runsOf(points)) await rewriteHistory.deleteRun(databaseUrl, gone)
    drop(points, () => true)
  },
  async 'measure again'(share, points, random, { upload }) {
    const document = documentLike(share, random, ({ tests }) => tests)
    await upload(document)
    points.push(...pointsOf(document))
  },
  async 'measure some tests again'(share, points, random, { upload }) {
    const document = documentLike(share, random, ({ tests }) => tests.slice(0, 1))
    await upload(document)
    points.push(...pointsOf(document))
  },
  async 'measure the same again'(share, points, random, { upload }) {
    const before = random.of(share.documents)
    const again = documentLike({ documents: [before] }, random, ({ tests }) => tests)
    const document = { ...again, results: before.results }
    await upload(document)
    points.push(...pointsOf(document))
  },
  async 'measure an older version'(share, points, random, { upload }) {
    const like = random.of(share.documents)
    const document = documentLike({ documents: [{ ...like, version: '4.1' }] }, random, ({ tests }) => tests)
    await upload(document)
    points.push(...pointsOf(document))
  },
  async 'take a run out'(_share, points, random, { invalidate }) {
    if (points.length === 0) return
    const out = random.of(runsOf(points))
    await invalidate(out)
    for (const point of points) if (point.runId === out) point.isOut = true
  },
  async 'call a run another version'(_share, points, random, { databaseUrl }) {
    if (points.length === 0) return
    const like = random.of(points)
    const moved = random.of(runsOf(points.filter(({ product }) => product === like.product)))
    await rewriteHistory.moveRun(databaseUrl, moved, like.runId)
    const { version } = like
    for (const point of points) if (point.runId === moved) point.version = version
  },
  async 'rename the machine'(share, points, _random, { databaseUrl }) {
    const to = `${share.machine}-renamed`
    await rewriteHistory.rename(databaseUrl, { hardware: share.machine }, to)
    for (const point of points) point.hardware = to
  },
}

/** A newer run of an environment of the share. */
function documentLike(
  { documents }: Pick<PlannedShare, 'documents'>,
  random: RandomChoices,
  testsOf: (has: { tests: string[] }) => string[],
): UploadDocument {
  const { product, version, config, hardware, repeat = 1, results } = random.of(documents)
  const tests = testsOf({ tests: [...new Set(results.map(({ test }) => test))] })
  const clients = [...new Set(results.map((result) => result.clients))]
  return simulatedDocument(
    { product, version, config: config.name, machine: hardware.name, repeat },
    { tests, clients },
    random,
  )
}

/**
 * Makes up to three random changes; none for a quarter of the shares.
 *
 * @returns the names of the changes.
 */
export async function changeSources(
  share: Pick<PlannedShare, 'machine' | 'documents'>,
  points: ModelPoint[],
  random: RandomChoices,
  actions: ChangeActions,
): Promise<string[]> {
  const names = Object.keys(RANDOM_CHANGES)
  const chosen = Array.from({ length: random.below(4) }, () => random.of(names))
  // After the machine was renamed, later runs belong to another machine, so nothing else is changed.
  const done = chosen.includes('rename the machine') ? ['rename the machine'] : chosen
  for (const name of done) await RANDOM_CHANGES[name]?.(share, points, random, actions)
  return done
}

/** Renames a version or a product in every share at once. */
export async function renameEverywhere(
  all: readonly ModelPoint[][],
  random: RandomChoices,
  { databaseUrl }: ChangeActions,
  what: 'version' | 'product',
): Promise<string> {
  const points = all.flat().filter(({ product }) => Object.hasOwn(SIMULATED_PRODUCTS, product))
  if (points.length === 0) return 'nothing is left to rename'
  const { product, version } = random.of(points)
  const to = what === 'version' ? `${version}.1` : `${product} Renamed`
  await rewriteHistory.rename(databaseUrl, what === 'version' ? { product, version } : { product }, to)
  for (const point of points) {
    if (point.product !== product) continue
    if (what === 'product') point.product = to
    else if (point.version === version) point.version = to
  }
  return `${product} ${what === 'version' ? version : ''} is ${to}`
}
