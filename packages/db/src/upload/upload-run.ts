import { setTimeout as sleep } from 'node:timers/promises'
import { err, ok, type Result } from '@assay/domain/result'
import { SQL_STATE, sqlState, violates } from '../postgres-error.ts'
import type { Scoped, Statements } from '../scope/scoped.ts'
import type { DimensionContradiction, RunUpload, UploadReceipt, UploadRefusal } from '../types.ts'
import type { KnownRows } from './known-rows.ts'
import { planUpload, type UploadPlan } from './plan-upload.ts'
import { type DimensionWrites, findDimensionWrites, writeDimensions } from './store-dimensions.ts'
import { addProvenance, findReceipt, RUN_KEY, storeRun } from './store-run.ts'

const ATTEMPTS = 6
const PAUSE_MS = 20

type Answer = Result<UploadReceipt, UploadRefusal>

/**
 * Stores a run whole or not at all, in one transaction that is committed before this answers. The same run again, now
 * or in a year, is `already`; other content under its id and a contradiction to what is stored change nothing.
 */
export async function uploadRun(scoped: Scoped, known: KnownRows, upload: RunUpload): Promise<Answer> {
  const plan = planUpload(upload)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryUpload(scoped, known, plan)
    } catch (error) {
      if (attempt >= ATTEMPTS || !mayWorkNextTime(error)) throw error
      // A missing parent means that the database is not the one that `known` is about, such as a restored one.
      if (sqlState(error) === SQL_STATE.foreignKeyViolation) known.clear()
      await sleep(Math.random() * PAUSE_MS * 2 ** attempt)
    }
  }
}

async function tryUpload(scoped: Scoped, known: KnownRows, plan: UploadPlan): Promise<Answer> {
  const { projectId } = scoped
  const writes = await findDimensionWrites(scoped, known, plan)
  if ('code' in writes) return err(writes)
  let stored: Date | DimensionContradiction
  try {
    // The run alone is one trip and by that one transaction.
    stored =
      writes.length === 0
        ? await storeRun(scoped, scoped, plan)
        : await scoped.transaction((tx) => storeAll(tx, scoped, plan, writes))
  } catch (error) {
    const taken = violates(error, RUN_KEY) ? await answerTaken(scoped, plan) : null
    if (taken !== null) return taken
    throw error
  }
  if (!(stored instanceof Date)) return err(stored)
  for (const { table, rows } of writes) for (const row of rows) known.add(projectId, table, row)
  return ok({ status: 'stored', runId: plan.run.id, digest: plan.digest, receivedAt: stored.toISOString() })
}

async function storeAll(
  tx: Statements,
  scoped: Pick<Scoped, 'projectId' | 'by'>,
  plan: UploadPlan,
  writes: DimensionWrites,
): Promise<{ commit: boolean; answer: Date | DimensionContradiction }> {
  const contradiction = await writeDimensions(tx, scoped.projectId, plan, writes)
  if (contradiction !== null) return { commit: false, answer: contradiction }
  return { commit: true, answer: await storeRun(tx, scoped, plan) }
}

/** The id is taken: by the same content, which may have been met in a new place, or by other content. */
async function answerTaken(scoped: Scoped, plan: UploadPlan): Promise<Answer | null> {
  const runId = plan.run.id
  const stored = await findReceipt(scoped, runId)
  // Removed at this moment, so the next attempt finds the id free.
  if (stored === null) return null
  if (stored.digest !== plan.digest) {
    return err({ code: 'run-differs', runId, storedDigest: stored.digest, sentDigest: plan.digest })
  }
  await addProvenance(scoped, plan)
  return ok({ status: 'already', runId, digest: stored.digest, receivedAt: stored.receivedAt.toISOString() })
}

/** Another upload was in the way, or made the same new thing at this moment: the next time it is simply there. */
function mayWorkNextTime(error: unknown): boolean {
  const state = sqlState(error)
  return (
    state === SQL_STATE.deadlockDetected ||
    state === SQL_STATE.serializationFailure ||
    state === SQL_STATE.uniqueViolation ||
    state === SQL_STATE.foreignKeyViolation
  )
}
