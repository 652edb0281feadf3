import { setTimeout as sleep } from 'node:timers/promises'
import { err, ok, type Result } from '@assay/domain/result'
import type { OnConflict } from '@assay/domain/run/on-conflict'
import { isDuplicate, SQL_STATE, sqlState } from '../../postgres-error.ts'
import type { Statements } from '../../scope/statements.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { DimensionContradiction, ResultConflict, RunUpload, UploadReceipt, UploadRefusal } from '../../types.ts'
import { findDifferences, findFreeRepeat, isMeasuredAgain, readCoordinates } from './find-conflict.ts'
import type { KnownRows } from './known-rows.ts'
import { type PlannedRun, planUpload, type UploadPlan } from './plan-upload.ts'
import { type DimensionWrites, findDimensionWrites, unknownDimensions, writeDimensions } from './store-dimensions.ts'
import { addProvenance, findReceipt, type PlacedRun, storeRun } from './store-run.ts'

const ATTEMPTS = 6
const PAUSE_MS = 20

type Answer = Result<UploadReceipt, UploadRefusal>

/**
 * Stores a run completely or not at all, in one transaction that is committed before the function returns. An upload of
 * the same run, at any later time, is `already`. Other content under its id, a contradiction to stored facts, and other
 * values at the coordinates of stored results (unless `onConflict` says how to store them) change nothing.
 */
export async function uploadRun(scoped: TenantScope, known: KnownRows, upload: RunUpload): Promise<Answer> {
  const plan = planUpload(upload)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryUpload(scoped, known, plan, upload.onConflict)
    } catch (error) {
      if (attempt >= ATTEMPTS || !mayWorkNextTime(error)) throw error
      // A missing parent means that the database is not the one that `known` describes, such as after a restore.
      if (sqlState(error) === SQL_STATE.foreignKeyViolation) known.clear()
      await sleep(Math.random() * PAUSE_MS * 2 ** attempt)
    }
  }
}

/** Checks an upload without storing it. Returns the refusal; null if the run would be stored or is already stored. */
export async function checkUpload(
  scoped: TenantScope,
  known: KnownRows,
  { onConflict, ...upload }: RunUpload,
): Promise<UploadRefusal | null> {
  const plan = planUpload({ ...upload })
  if ((await findReceipt(scoped, plan.run.id)) !== null) return null
  const placed = await placeRun(scoped, plan, onConflict)
  if ('code' in placed) return placed
  const writes = await findDimensionWrites(scoped, known, plan)
  return 'code' in writes ? writes : null
}

async function tryUpload(
  scoped: TenantScope,
  known: KnownRows,
  planned: UploadPlan,
  onConflict: OnConflict,
): Promise<Answer> {
  const first = await storeAsFirst(scoped, known, planned)
  if (first !== null) return first
  const placed = await placeRun(scoped, planned, onConflict)
  if ('code' in placed) return err(placed)
  const writes = await findDimensionWrites(scoped, known, placed.plan)
  if ('code' in writes) return err(writes)
  return storePlaced(scoped, known, placed, writes)
}

/**
 * Stores a run without looking for others with its coordinates first, which saves a round trip: most runs have none,
 * and the statement that inserts the run counts them.
 *
 * @returns null if nothing was stored because there are others, or if they are known.
 */
async function storeAsFirst(scoped: TenantScope, known: KnownRows, plan: UploadPlan): Promise<Answer | null> {
  const { projectId } = scoped
  if (known.hasRunAt(projectId, plan.run) || unknownDimensions(projectId, known, plan).length > 0) return null
  try {
    return await storePlaced(scoped, known, { plan, siblings: 0 }, [])
  } catch (error) {
    // The missing run is the parent of the results. A parent that is missing for another reason is found again.
    if (sqlState(error) !== SQL_STATE.foreignKeyViolation) throw error
    known.addRunAt(projectId, plan.run)
    return null
  }
}

async function storePlaced(
  scoped: TenantScope,
  known: KnownRows,
  { plan, siblings }: PlacedRun,
  writes: DimensionWrites,
): Promise<Answer> {
  const { projectId } = scoped
  let stored: Date | DimensionContradiction
  try {
    // A run without new dimensions is one batch, which is one transaction.
    stored =
      writes.length === 0
        ? await storeRun(scoped, scoped, { plan, siblings })
        : await scoped.transaction((tx) => storeAll(tx, scoped, { plan, siblings }, writes))
  } catch (error) {
    const taken = isDuplicate(error, 'run') ? await answerIdempotently(scoped, plan) : null
    if (taken !== null) return taken
    throw error
  }
  if (!(stored instanceof Date)) return err(stored)
  known.addRunAt(projectId, plan.run)
  for (const { table, rows } of writes) for (const row of rows) known.add(projectId, table, row)
  return ok({ status: 'stored', runId: plan.run.id, digest: plan.digest, receivedAt: stored.toISOString() })
}

async function storeAll(
  tx: Statements,
  scoped: Pick<TenantScope, 'projectId' | 'by'>,
  { plan, siblings }: PlacedRun,
  writes: DimensionWrites,
): Promise<{ commit: boolean; answer: Date | DimensionContradiction }> {
  const contradiction = await writeDimensions(tx, scoped.projectId, plan, writes)
  if (contradiction !== null) return { commit: false, answer: contradiction }
  return { commit: true, answer: await storeRun(tx, scoped, { plan, siblings }) }
}

/**
 * Finds the repeat number of a run among the stored runs of its build, config, hardware and workload. A run that is
 * already stored keeps its number, so that sending it again finds its receipt.
 */
async function placeRun(
  scoped: TenantScope,
  plan: UploadPlan,
  onConflict: OnConflict,
): Promise<PlacedRun | ResultConflict> {
  const coordinates = await readCoordinates(scoped, plan)
  if (coordinates.isStored) return { plan, siblings: null }
  const countSiblings = (repeat: number) => coordinates.siblings.filter((one) => one.repeat === repeat).length
  const placed = (changes: Partial<PlannedRun>): PlacedRun => {
    const run = { ...plan.run, ...changes }
    return { plan: { ...plan, run }, siblings: countSiblings(run.repeat) }
  }
  if (countSiblings(plan.run.repeat) === 0) return placed({})
  if (onConflict === 'replace') return placed({ replaces: true })
  const differences = await findDifferences(scoped, plan, coordinates)
  if (onConflict === 'stop') return differences.length === 0 ? placed({}) : { code: 'result-conflict', differences }
  const isRepeat = differences.length > 0 || isMeasuredAgain(plan, coordinates)
  return placed(isRepeat ? { repeat: await findFreeRepeat(scoped, plan) } : {})
}

/**
 * Returns the answer for an id that is taken: `already` for the same content, whose new source is added, or an error
 * for other content.
 */
async function answerIdempotently(scoped: TenantScope, plan: UploadPlan): Promise<Answer | null> {
  const runId = plan.run.id
  const stored = await findReceipt(scoped, runId)
  // The run was removed at this moment, so the next attempt finds the id free.
  if (stored === null) return null
  if (stored.digest !== plan.digest) {
    return err({ code: 'run-differs', runId, storedDigest: stored.digest, sentDigest: plan.digest })
  }
  await addProvenance(scoped, plan)
  return ok({ status: 'already', runId, digest: stored.digest, receivedAt: stored.receivedAt.toISOString() })
}

/**
 * True if the next attempt may succeed, because a concurrent upload interfered or created the same row, which now
 * exists.
 */
function mayWorkNextTime(error: unknown): boolean {
  const state = sqlState(error)
  return (
    state === SQL_STATE.deadlockDetected ||
    state === SQL_STATE.serializationFailure ||
    state === SQL_STATE.uniqueViolation ||
    state === SQL_STATE.foreignKeyViolation
  )
}
