import { z } from 'zod'
import { isUuid } from '../is-uuid.ts'
import { readRows, type Statements } from '../scope/statements.ts'

const LOCK = `
  select from run_request where project_id = $1
    and id = (select request_id from run_attempt where project_id = $1 and id = $2) for update`

/** A statement of its own after the lock: the one that waits for a lock sees other tables as they were before. */
const READ = `
  select r.id, r.state, r.plan_id as "planId", r.fencing_token::int as newest, a.fencing_token::int as own, a.state as attempt, a.number
  from run_attempt a join run_request r on r.project_id = a.project_id and r.id = a.request_id
  where a.project_id = $1 and a.id = $2`

/** An attempt whose request is locked: `own` is its fencing token, `newest` that of its request. */
const LockedAttempt = z.object({
  id: z.uuid(),
  state: z.string(),
  planId: z.uuid().nullable(),
  newest: z.int(),
  own: z.int(),
  attempt: z.string(),
  number: z.int(),
})
export type LockedAttempt = z.infer<typeof LockedAttempt>

/** Locks the request of an attempt until the end of the transaction. @returns null when there is no such attempt. */
export async function lockAttempt(tx: Statements, projectId: string, id: string): Promise<LockedAttempt | null> {
  if (!isUuid(id)) return null
  await tx.query(LOCK, [projectId, id])
  const [row] = await readRows(tx, LockedAttempt, READ, [projectId, id])
  return row ?? null
}

/** Returns the reason why the holder of a fencing token may not continue; null when its lease is the newest one. */
export function refuseToken(row: LockedAttempt | null, token: number): string | null {
  if (row === null) return 'There is no such attempt.'
  if (row.own !== token) return 'The fencing token is not that of the attempt.'
  if (row.state === 'canceled') return 'The request was canceled.'
  if (row.newest !== token)
    return `The request was leased again after attempt ${row.number}, whose result is not accepted.`
  return row.state === 'finished' ? 'Another result of the request was accepted.' : null
}
