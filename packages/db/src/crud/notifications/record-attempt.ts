import { randomUUID } from 'node:crypto'
import type { TenantTransaction } from '../../scope/tenant-client.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { AttemptOutcome } from './notification-types.ts'
import { requestDelivery } from './request-delivery.ts'

/**
 * Stores an attempt and its effects.
 *
 * @returns true if its channel was paused, which happens after `maxFailures` failures.
 */
export const recordAttempt = (
  { projectId, prisma }: TenantScope,
  id: string,
  { nextAt, ...attempt }: AttemptOutcome,
  maxFailures: number,
): Promise<{ paused: boolean }> =>
  prisma.$transaction(async (tx) => {
    const { at, delivered } = attempt
    const state = delivered ? 'delivered' : nextAt === null ? 'failed' : 'waiting'
    const [message] = await tx.message.updateManyAndReturn({
      where: { projectId, id },
      data: {
        ...{ state, nextAt, leasedUntil: null },
        ...(delivered && { deliveredAt: at }),
        note: state === 'failed' ? 'Given up after several attempts.' : null,
      },
      select: { channelId: true },
    })
    if (message === undefined) return { paused: false }
    const row = { projectId, id: randomUUID(), messageId: id, ...attempt }
    await tx.messageAttempt.create({ data: row, select: { id: true } })
    if (state === 'waiting') await requestDelivery(tx, projectId, [id], nextAt)
    else await updateSummarized(tx, projectId, id)
    if (message.channelId === null) return { paused: false }
    const channel = { projectId, id: message.channelId }
    if (!delivered) return { paused: await countFailure(tx, channel, maxFailures, new Date(at)) }
    await tx.notificationChannel.updateMany({ where: { ...channel, failures: { gt: 0 } }, data: { failures: 0 } })
    return { paused: false }
  })

/** Counts a failure; true if it is the one that pauses the channel. */
async function countFailure(
  tx: TenantTransaction,
  channel: { projectId: string; id: string },
  maxFailures: number,
  at: Date,
): Promise<boolean> {
  const [counted] = await tx.notificationChannel.updateManyAndReturn({
    where: channel,
    data: { failures: { increment: 1 } },
    select: { failures: true },
  })
  if (counted === undefined || counted.failures < maxFailures) return false
  const { failures } = counted
  await tx.notificationChannel.updateMany({
    where: { ...channel, pausedAt: null },
    data: { pausedAt: at, pausedWhy: `It failed ${failures} times in a row.` },
  })
  return failures === maxFailures
}

/** Drops messages that are not sent yet, with a reason. */
export async function dropMessages(tx: TenantTransaction, projectId: string, ids: readonly string[], why: string) {
  await tx.message.updateMany({
    where: { projectId, id: { in: [...ids] }, state: { in: ['held', 'waiting'] } },
    data: { state: 'dropped', note: why, leasedUntil: null },
  })
}

/** Copies the outcome of a summary to the messages that it contains. */
export async function updateSummarized(tx: TenantTransaction, projectId: string, id: string): Promise<void> {
  const summary = await tx.message.findUnique({
    where: { projectId_id: { projectId, id } },
    select: { state: true, deliveredAt: true, note: true },
  })
  if (summary === null) return
  const { state, deliveredAt, note } = summary
  await tx.message.updateMany({
    where: { projectId, summaryMessageId: id, state: 'gathered' },
    data: { state, deliveredAt, note: state === 'delivered' ? 'In one message with others.' : note },
  })
}
