import type { FindingStep } from '@assay/domain/notifications/digest'
import { isUuid } from '../../is-uuid.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { asFinding } from '../findings/finding-rows.ts'
import { asMessage, MESSAGE } from './message-rows.ts'
import type { Message } from './notification-types.ts'

type Page = { channelId: string; before: string | null; limit: number }

/** Newest first. */
export async function listMessages(
  { projectId, prisma }: TenantScope,
  { channelId, before, limit }: Page,
): Promise<Message[]> {
  if (!isUuid(channelId)) return []
  const rows = await prisma.message.findMany({
    where: { projectId, channelId },
    select: MESSAGE,
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    take: limit,
    ...(before !== null && isUuid(before) && { cursor: { projectId_id: { projectId, id: before } }, skip: 1 }),
  })
  return rows.map(asMessage)
}

/** Reads a message with its text and attempts; null if there is no such message. */
export async function findMessage({ projectId, prisma }: TenantScope, id: string) {
  if (!isUuid(id)) return null
  const row = await prisma.message.findUnique({
    where: { projectId_id: { projectId, id } },
    select: { ...MESSAGE, body: true, tries: { orderBy: [{ at: 'asc' }, { id: 'asc' }] } },
  })
  if (row === null) return null
  const { body, tries, ...message } = row
  return {
    ...asMessage(message),
    body,
    tries: tries.map(({ id, at, delivered, status, reply, tookMs }) => ({
      ...{ id, delivered, status, reply, tookMs },
      at: at.toISOString(),
    })),
  }
}

/** Lists events of findings that are still active, oldest first. */
export async function listFindingEvents(
  { projectId, prisma }: TenantScope,
  { since, until }: { since: Date; until: Date },
): Promise<FindingStep[]> {
  const rows = await prisma.findingEvent.findMany({
    where: { projectId, at: { gte: since, lt: until }, finding: { active: true } },
    select: { kind: true, finding: true },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
  })
  return rows.map(({ kind, finding }) => ({ kind, finding: asFinding(finding) }))
}
