import { randomUUID } from 'node:crypto'
import { matchSubscription } from '@assay/domain/notifications/match-subscription'
import { notificationEventOf } from '@assay/domain/notifications/notification-event'
import type { TenantTransaction } from '../../scope/tenant-client.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { asFinding } from '../findings/finding-rows.ts'
import { listActiveChannels } from './active-channels.ts'
import { sendOrSummarize } from './send-or-summarize.ts'

/**
 * Writes a message to each channel whose subscription matches a change of a finding, in the transaction of the change:
 * both are stored or neither is. A channel gets one message per occasion, so another scan with the same result adds
 * none.
 */
export async function notifyChannels(
  tx: TenantTransaction,
  { projectId, by }: Pick<TenantScope, 'projectId' | 'by'>,
  event: { id: string; findingId: string; kind: string },
): Promise<void> {
  const notification = notificationEventOf(event.kind)
  if (notification === null) return
  const channels = await listActiveChannels(tx, projectId)
  // People are not notified about their own actions.
  const others = channels.filter(({ personId }) => personId === null || personId !== by.id)
  if (others.length === 0) return
  const { id: eventId, findingId, kind } = event
  const row = await tx.finding.findUnique({ where: { projectId_id: { projectId, id: findingId } } })
  if (row === null) return
  const finding = asFinding(row)
  const occasion = notification === 'found' ? `found ${findingId}` : `event ${eventId}`
  for (const channel of others) {
    const match = matchSubscription(channel, notification, finding)
    if (match === 'no') continue
    const state = match === 'now' ? 'waiting' : 'held'
    const message = { projectId, id: randomUUID(), channelId: channel.id, kind, findingId, eventId, occasion, state }
    const { count } = await tx.message.createMany({ data: [message], skipDuplicates: true })
    if (count === 1 && state === 'waiting') await sendOrSummarize(tx, projectId, message)
  }
}
