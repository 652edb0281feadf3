import { setTimeout as sleep } from 'node:timers/promises'
import { err, ok, type Result } from '@assay/domain/result'
import type { Pool } from 'pg'
import { SQL_STATE, sqlState } from '../postgres-error.ts'
import { inTransaction } from '../transaction.ts'
import type { RunUpload, UploadReceipt, UploadRefusal } from '../types.ts'
import type { KnownRows } from './known-rows.ts'
import { planUpload, type UploadPlan } from './plan-upload.ts'
import { findDimensionWrites, writeDimensions } from './store-dimensions.ts'
import { storeRun } from './store-run.ts'

const ATTEMPTS = 6
const PAUSE_MS = 20

type Answer = Result<UploadReceipt, UploadRefusal>

/**
 * Stores a run whole or not at all, in one transaction that is committed before this answers. The same run again, now
 * or in a year, is `already`; other content under its id and a contradiction to what is stored change nothing.
 */
export async function uploadRun(pool: Pool, known: KnownRows, projectId: string, upload: RunUpload): Promise<Answer> {
  const plan = planUpload(upload)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryUpload(pool, known, projectId, plan)
    } catch (error) {
      if (attempt >= ATTEMPTS || !mayWorkNextTime(error)) throw error
      // A missing parent means that the database is not the one that `known` is about, such as a restored one.
      if (sqlState(error) === SQL_STATE.foreignKeyViolation) known.clear()
      await sleep(Math.random() * PAUSE_MS * 2 ** attempt)
    }
  }
}

async function tryUpload(pool: Pool, known: KnownRows, projectId: string, plan: UploadPlan): Promise<Answer> {
  const writes = await findDimensionWrites(pool, known, projectId, plan)
  if ('code' in writes) return err(writes)
  const answer = await inTransaction<Answer>(pool, async (client) => {
    const contradiction = await writeDimensions(client, projectId, plan, writes)
    if (contradiction !== null) return { commit: false, answer: err(contradiction) }
    const { status, digest, receivedAt } = await storeRun(client, projectId, plan)
    const runId = plan.run.id
    if (digest !== plan.digest) {
      const refusal = { code: 'run-differs', runId, storedDigest: digest, sentDigest: plan.digest } as const
      return { commit: false, answer: err(refusal) }
    }
    return { commit: true, answer: ok({ status, runId, digest, receivedAt: receivedAt.toISOString() }) }
  })
  if (answer.ok) for (const { table, rows } of writes) for (const row of rows) known.add(projectId, table, row)
  return answer
}

function mayWorkNextTime(error: unknown): boolean {
  const state = sqlState(error)
  return (
    state === SQL_STATE.deadlockDetected ||
    state === SQL_STATE.serializationFailure ||
    state === SQL_STATE.foreignKeyViolation
  )
}
