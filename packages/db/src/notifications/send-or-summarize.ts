import { randomUUID } from 'node:crypto'
import { FEW_AN_HOUR } from '@assay/domain/notifications/message-limit'
import type { Statements } from '../scope/tenant-scope.ts'

/** A list waits for what an import has still to find. */
const GATHERS_FOR = '1 minute'

/**
 * Sends a message about a finding that was stored as `waiting`; or, where its target had its few of this hour, puts it
 * into the list that is told then, which is one an hour at most. In the transaction in which it is stored.
 */
export async function sendOrGather(
  tx: Statements,
  projectId: string,
  { id, targetId }: { id: string; targetId: string },
): Promise<void> {
  const { rows } = await tx.query<{ few: boolean }>(FEW, [projectId, targetId, id, FEW_AN_HOUR])
  if (rows[0]?.few !== false) {
    await tx.query(ASK, [projectId, id, null])
    return
  }
  const { rows: open } = await tx.query<{ id: string }>(OPEN, [projectId, targetId])
  const list = open[0]?.id ?? (await beginList(tx, projectId, targetId))
  await tx.query(`update message set state = 'gathered', gathered_in = $3 where project_id = $1 and id = $2`, [
    projectId,
    id,
    list,
  ])
}

async function beginList(tx: Statements, projectId: string, targetId: string): Promise<string> {
  const id = randomUUID()
  const { rows } = await tx.query<{ nextAt: Date }>(BEGIN, [projectId, id, targetId, `several ${id}`])
  await tx.query(ASK, [projectId, id, rows[0]?.nextAt ?? null])
  return id
}

const FEW = `
  select count(*) < $4 as few from (
    select from message where project_id = $1 and target_id = $2 and id <> $3 and finding_id is not null
      and state <> 'held' and created_at > current_timestamp - interval '1 hour' limit $4) m`

/** Nobody has begun to write it: who claims it counts an attempt, and waits for this lock. */
const OPEN = `
  select id from message where project_id = $1 and target_id = $2 and kind = 'several' and state = 'waiting'
    and attempts = 0 and body is null order by created_at limit 1 for update`

/** An hour after the list before it. */
const BEGIN = `
  insert into message (project_id, id, target_id, kind, occasion, state, next_at)
  select $1, $2, $3, 'several', $4, 'waiting', greatest(current_timestamp + interval '${GATHERS_FOR}',
    (select max(created_at) + interval '1 hour' from message
     where project_id = $1 and target_id = $3 and kind = 'several'))
  returning next_at as "nextAt"`

/** Asked for in the same transaction: a worker hears of it when the finding is there, and not before. */
const ASK = `
  select ask_for_job_at('deliver', json_build_object('projectId', $1::uuid, 'deliveryId', $2::uuid), 'deliver ' || $2::text,
    coalesce($3::timestamptz, current_timestamp))`
