import { randomUUID } from 'node:crypto'
import { StoredFinding } from '@assay/domain/findings/stored-finding'
import { matchSubscription, type SubscriptionMatch } from '@assay/domain/notifications/match-subscription'
import { notificationEventOf } from '@assay/domain/notifications/notification-event'
import { z } from 'zod'
import { FINDING } from '../../hot/findings/finding-json.ts'
import type { Statements } from '../../scope/statements.ts'
import { readRows } from '../../scope/statements.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { ACTIVE_CHANNELS, ActiveChannel } from './active-channels.ts'
import { sendOrSummarize } from './send-or-summarize.ts'

/**
 * Writes a message to each channel whose subscription matches a change of a finding, in the transaction of the change:
 * both are stored or neither is. A channel gets one message per occasion; another scan with the same result is none.
 */
export async function notifyChannels(
  tx: Statements,
  { projectId, by }: TenantScope,
  event: { id: string; findingId: string; kind: string },
): Promise<void> {
  const notification = notificationEventOf(event.kind)
  if (notification === null) return
  const channels = await readRows(tx, ActiveChannel, ACTIVE_CHANNELS, [projectId])
  // A person gets no notification about an action of their own.
  const others = channels.filter(({ personId }) => personId === null || personId !== by.id)
  if (others.length === 0) return
  const rows = await readRows(
    tx,
    z.object({ found: z.unknown() }),
    `select ${FINDING} as found from finding where project_id = $1 and id = $2`,
    [projectId, event.findingId],
  )
  if (rows[0] === undefined) return
  const finding = StoredFinding.parse(rows[0].found)
  const occasion = notification === 'found' ? `found ${event.findingId}` : `event ${event.id}`
  for (const channel of others) {
    const match = matchSubscription(channel, notification, finding)
    if (match === 'no') continue
    const id = randomUUID()
    const stored = await readRows(tx, z.object({ state: z.string() }), INSERT, [
      projectId,
      id,
      channel.id,
      event.kind,
      event.findingId,
      event.id,
      occasion,
      STATE[match],
    ])
    if (stored[0]?.state === 'waiting') await sendOrSummarize(tx, projectId, { id, channelId: channel.id })
  }
}

const STATE: Record<Exclude<SubscriptionMatch, 'no'>, string> = { now: 'waiting', held: 'held' }

const INSERT = `
  insert into message (project_id, id, channel_id, kind, finding_id, event_id, occasion, state)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (project_id, channel_id, occasion) do nothing returning state`
