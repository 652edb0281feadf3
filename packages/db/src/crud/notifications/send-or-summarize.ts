import { randomUUID } from 'node:crypto'
import { MAX_FINDING_MESSAGES_PER_HOUR } from '@assay/domain/notifications/message-limit'
import { z } from 'zod'
import { readRows } from '../../scope/statements.ts'
import type { TenantTransaction } from '../../scope/tenant-client.ts'
import { requestDelivery } from './request-delivery.ts'

/** Delay of a summary, because the same import may add further findings. */
const SUMMARY_DELAY_MS = 60_000
const HOUR_MS = 3_600_000

/**
 * Sends a `waiting` message about a finding or, if its channel has reached MAX_FINDING_MESSAGES_PER_HOUR, adds it to a
 * summary. A channel gets at most one summary per hour. Runs in the transaction that stores the message.
 */
export async function sendOrSummarize(
  tx: TenantTransaction,
  projectId: string,
  { id, channelId }: { id: string; channelId: string },
): Promise<void> {
  const recent = await tx.message.count({
    where: {
      ...{ projectId, channelId, id: { not: id }, findingId: { not: null }, state: { not: 'held' } },
      createdAt: { gt: new Date(Date.now() - HOUR_MS) },
    },
    take: MAX_FINDING_MESSAGES_PER_HOUR,
  })
  if (recent < MAX_FINDING_MESSAGES_PER_HOUR) return requestDelivery(tx, projectId, [id], null)
  const summaryMessageId =
    (await lockOpenSummary(tx, projectId, channelId)) ?? (await createSummary(tx, projectId, channelId))
  await tx.message.update({
    where: { projectId_id: { projectId, id } },
    data: { state: 'gathered', summaryMessageId },
    select: { id: true },
  })
}

/** A summary without attempts has no text yet; a worker that claims it waits for this row lock. */
async function lockOpenSummary(tx: TenantTransaction, projectId: string, channelId: string) {
  const [open] = await readRows(
    tx,
    z.object({ id: z.string() }),
    `select id from message where project_id = $1 and channel_id = $2 and kind = 'several' and state = 'waiting'
       and attempts = 0 and body is null order by created_at limit 1 for update`,
    [projectId, channelId],
  )
  return open?.id
}

/** Creates a summary, which is due an hour after the previous one. */
async function createSummary(tx: TenantTransaction, projectId: string, channelId: string): Promise<string> {
  const id = randomUUID()
  const kind = 'several'
  const { _max } = await tx.message.aggregate({ where: { projectId, channelId, kind }, _max: { createdAt: true } })
  const earliest = Date.now() + SUMMARY_DELAY_MS
  const nextAt = new Date(Math.max(earliest, (_max.createdAt?.getTime() ?? 0) + HOUR_MS))
  const message = { projectId, id, channelId, kind, occasion: `several ${id}`, state: 'waiting', nextAt }
  await tx.message.create({ data: message, select: { id: true } })
  await requestDelivery(tx, projectId, [id], nextAt)
  return id
}
