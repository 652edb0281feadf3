import { randomUUID } from 'node:crypto'
import { MAX_FINDING_MESSAGES_PER_HOUR } from '@assay/domain/notifications/message-limit'
import { z } from 'zod'
import type { Statements } from '../../scope/statements.ts'
import { readRows } from '../../scope/statements.ts'

/** A summary waits for findings that the same import may still add. */
const SUMMARY_DELAY = '1 minute'

/**
 * Sends a `waiting` message about a finding or, when its channel has reached MAX_FINDING_MESSAGES_PER_HOUR, adds it to a
 * summary message. A channel gets at most one summary an hour. Runs in the transaction that stores the message.
 */
export async function sendOrSummarize(
  tx: Statements,
  projectId: string,
  { id, channelId }: { id: string; channelId: string },
): Promise<void> {
  const rows = await readRows(tx, z.object({ few: z.boolean() }), IS_BELOW_LIMIT, [
    projectId,
    channelId,
    id,
    MAX_FINDING_MESSAGES_PER_HOUR,
  ])
  if (rows[0]?.few !== false) {
    await tx.query(REQUEST_DELIVERY, [projectId, id, null])
    return
  }
  const open = await readRows(tx, z.object({ id: z.string() }), OPEN_SUMMARY, [projectId, channelId])
  const list = open[0]?.id ?? (await createSummary(tx, projectId, channelId))
  await tx.query(`update message set state = 'gathered', summary_message_id = $3 where project_id = $1 and id = $2`, [
    projectId,
    id,
    list,
  ])
}

async function createSummary(tx: Statements, projectId: string, channelId: string): Promise<string> {
  const id = randomUUID()
  const rows = await readRows(tx, z.object({ nextAt: z.date() }), INSERT_SUMMARY, [
    projectId,
    id,
    channelId,
    `several ${id}`,
  ])
  await tx.query(REQUEST_DELIVERY, [projectId, id, rows[0]?.nextAt ?? null])
  return id
}

const IS_BELOW_LIMIT = `
  select count(*) < $4 as few from (
    select from message where project_id = $1 and channel_id = $2 and id <> $3 and finding_id is not null
      and state <> 'held' and created_at > current_timestamp - interval '1 hour' limit $4) m`

/** A summary without attempts is not written yet; a worker that claims it waits for this row lock. */
const OPEN_SUMMARY = `
  select id from message where project_id = $1 and channel_id = $2 and kind = 'several' and state = 'waiting'
    and attempts = 0 and body is null order by created_at limit 1 for update`

/** The summary is due an hour after the summary before it. */
const INSERT_SUMMARY = `
  insert into message (project_id, id, channel_id, kind, occasion, state, next_at)
  select $1, $2, $3, 'several', $4, 'waiting', greatest(current_timestamp + interval '${SUMMARY_DELAY}',
    (select max(created_at) + interval '1 hour' from message
     where project_id = $1 and channel_id = $3 and kind = 'several'))
  returning next_at as "nextAt"`

/** The job is in the same transaction, so a worker sees it only when the finding is committed. */
const REQUEST_DELIVERY = `
  select ask_for_job_at('deliver', json_build_object('projectId', $1::uuid, 'deliveryId', $2::uuid), 'deliver ' || $2::text,
    coalesce($3::timestamptz, current_timestamp))`
