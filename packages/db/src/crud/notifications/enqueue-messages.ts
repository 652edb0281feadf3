import { randomUUID } from 'node:crypto'
import { isConfirmed } from '@assay/domain/notifications/match-subscription'
import { z } from 'zod'
import { isUuid } from '../../is-uuid.ts'
import type { JobDebouncer } from '../../jobs/job-debouncer.ts'
import { readRows } from '../../scope/statements.ts'
import type { TenantTransaction } from '../../scope/tenant-client.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { writeAudit } from '../audit/audit.ts'
import { asFinding } from '../findings/finding-rows.ts'
import { dropMessages } from './record-attempt.ts'
import { requestDelivery } from './request-delivery.ts'
import { sendOrSummarize } from './send-or-summarize.ts'

/** Maximum messages that one pass enqueues, releases or deletes; the others follow in the next pass, a minute later. */
const MAX_MESSAGES_PER_PASS = 1_000

/** Adds one message for an occasion; false if the channel already has it. */
export const enqueueMessage = (
  { projectId, prisma }: TenantScope,
  message: { channelId: string; kind: 'test' | 'digest'; occasion: string },
): Promise<boolean> =>
  prisma.$transaction(async (tx) => {
    const id = randomUUID()
    const data = [{ projectId, id, ...message, state: 'waiting' }]
    const { count } = await tx.message.createMany({ data, skipDuplicates: true })
    if (count === 1) await requestDelivery(tx, projectId, [id], null)
    return count === 1
  })

/** Sends a message again with the same id; false if there is no such message, or it is being sent. */
export async function redeliverMessage({ projectId, by, prisma }: TenantScope, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  return prisma.$transaction(async (tx) => {
    const [message] = await tx.message.updateManyAndReturn({
      where: { projectId, id, OR: [{ leasedUntil: null }, { leasedUntil: { lt: new Date() } }] },
      data: { state: 'waiting', attempts: 0, nextAt: null, note: null },
      select: { occasion: true },
    })
    if (message === undefined) return false
    await requestDelivery(tx, projectId, [id], null)
    const object = { kind: 'message', id, name: message.occasion }
    await writeAudit(tx, projectId, by, { action: 'message.redelivered', object })
    return true
  })
}

/** Sends held messages whose finding a second run confirmed, and drops those whose finding was removed. */
export const releaseConfirmed = ({ projectId, prisma }: TenantScope): Promise<number> =>
  prisma.$transaction(async (tx) => {
    const held = await lockHeld(tx, projectId)
    const ids = held.map(({ findingId }) => findingId)
    const found = await tx.finding.findMany({
      where: { projectId, id: { in: ids }, active: true, state: { not: 'not_a_bug' } },
    })
    const findings = new Map(found.map((row) => [row.id, asFinding(row)]))
    const gone: string[] = []
    let released = 0
    for (const { id, channelId, kind, findingId } of held) {
      const finding = findings.get(findingId)
      if (finding === undefined || (kind === 'found' && finding.state === 'fixed')) gone.push(id)
      else if (isConfirmed(finding)) {
        await tx.message.updateMany({ where: { projectId, id }, data: { state: 'waiting' } })
        await sendOrSummarize(tx, projectId, { id, channelId })
        released++
      }
    }
    await dropMessages(tx, projectId, gone, 'The finding was removed before a second run confirmed it.')
    return released
  })

const Held = z.object({ id: z.string(), channelId: z.string(), kind: z.string(), findingId: z.string() })

const lockHeld = (tx: TenantTransaction, projectId: string) =>
  readRows(
    tx,
    Held,
    `select id, channel_id as "channelId", kind, finding_id as "findingId" from message
     where project_id = $1 and state = 'held' order by created_at, id limit $2 for update skip locked`,
    [projectId, MAX_MESSAGES_PER_PASS],
  )

/**
 * Enqueues jobs for due messages without a lease, which a killed worker left.
 *
 * @param queue outside of the scope, because the node of the project may lack the job queue.
 * @returns the number of jobs.
 */
export async function enqueueDueJobs(scoped: TenantScope, queue: JobDebouncer, at: Date): Promise<number> {
  const { projectId } = scoped
  const due = await readRows(
    scoped,
    z.object({ id: z.string() }),
    `select id from message where project_id = $1 and state = 'waiting' and coalesce(next_at <= $2::timestamptz, true)
       and coalesce(leased_until <= $2::timestamptz, true) order by created_at limit $3`,
    [projectId, at, MAX_MESSAGES_PER_PASS],
  )
  await queue.enqueue(
    due.map(({ id }) => ({ name: 'deliver', payload: { projectId, deliveryId: id }, key: `deliver ${id}` })),
  )
  return due.length
}

/**
 * Deletes messages that were created before a time and are delivered, failed or dropped.
 *
 * @returns the number of messages.
 */
export const deleteOldMessages = ({ projectId, prisma }: TenantScope, before: Date): Promise<number> =>
  prisma.$transaction(async (tx) => {
    const old = await tx.message.findMany({
      where: { projectId, state: { in: ['delivered', 'failed', 'dropped'] }, createdAt: { lt: before } },
      select: { id: true },
      take: MAX_MESSAGES_PER_PASS,
    })
    const { count } = await tx.message.deleteMany({ where: { projectId, id: { in: old.map(({ id }) => id) } } })
    return count
  })
