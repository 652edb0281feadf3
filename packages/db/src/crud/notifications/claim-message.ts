import type { TenantScope } from '../../scope/tenant-scope.ts'
import { asMessage, MESSAGE } from './message-rows.ts'
import type { ClaimedMessage } from './notification-types.ts'
import { requestDelivery } from './request-delivery.ts'

/** Additional lease for mails, because a mail server may take longer to answer than a webhook. */
const MORE_LEASE_OF_MAILS_MS = 45_000

/** Claims a message with a lease. Of several concurrent workers one gets it; the others get null. */
export async function claimMessage(
  { projectId, prisma }: TenantScope,
  id: string,
  at: Date,
  leaseMs: number,
): Promise<ClaimedMessage | null> {
  const where = { projectId_id: { projectId, id } }
  const found = await prisma.message.findUnique({
    where,
    select: { leasedUntil: true, channel: { select: { kind: true, pausedAt: true } } },
  })
  if (found === null) return null
  const isMail = found.channel === null || found.channel.kind === 'mail'
  const leasedUntil = new Date(at.getTime() + leaseMs + (isMail ? MORE_LEASE_OF_MAILS_MS : 0))
  const isDue = [{ OR: notAfter('nextAt', at) }, { OR: notAfter('leasedUntil', at) }]
  const [claimed] = await prisma.message.updateManyAndReturn({
    where: { projectId, id, state: 'waiting', AND: isDue },
    data: { attempts: { increment: 1 }, leasedUntil },
    select: { ...MESSAGE, body: true },
  })
  if (claimed === undefined) {
    await deliverAfterLease({ projectId, prisma }, id, at)
    return null
  }
  const { body, ...message } = claimed
  return { ...asMessage(message), body, channel: { paused: found.channel?.pausedAt != null } }
}

const notAfter = (column: 'nextAt' | 'leasedUntil', at: Date) => [{ [column]: null }, { [column]: { lte: at } }]

/** Schedules the job again for the end of the lease, in case the worker with the lease is killed. */
const deliverAfterLease = ({ projectId, prisma }: Pick<TenantScope, 'projectId' | 'prisma'>, id: string, at: Date) =>
  prisma.$transaction(async (tx) => {
    const leased = await tx.message.findFirst({
      where: { projectId, id, state: 'waiting', leasedUntil: { gt: at } },
      select: { leasedUntil: true },
    })
    if (leased !== null) await requestDelivery(tx, projectId, [id], leased.leasedUntil)
  })

/** Postpones a message as if it had not been claimed. */
export const rescheduleMessage = ({ projectId, prisma }: TenantScope, id: string, until: Date): Promise<void> =>
  prisma.$transaction(async (tx) => {
    await tx.message.updateMany({
      where: { projectId, id },
      data: { nextAt: until, leasedUntil: null, attempts: { decrement: 1 } },
    })
    await requestDelivery(tx, projectId, [id], until)
  })
