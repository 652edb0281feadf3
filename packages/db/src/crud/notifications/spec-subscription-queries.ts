import { RESPONSE_KINDS } from '@assay/domain/specs/feedback'
import { MAIL_KINDS, type MailKind } from '@assay/domain/specs/spec-notification'
import { z } from 'zod'
import { isUuid } from '../../is-uuid.ts'
import type { Prisma } from '../../scope/prisma.ts'
import type { TenantTransaction } from '../../scope/tenant-client.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { specNumber } from '../specs/spec-rows.ts'
import { enqueueMeetingReminders } from './enqueue-meeting-reminders.ts'
import type { Notice, SpecSubscriptionQueries } from './spec-subscription-types.ts'

/** Mail subscriptions of specs: muting, and the events that messages contain. */
export function specSubscriptionQueries(scoped: TenantScope): SpecSubscriptionQueries {
  return {
    find: (id) => findSubscription(scoped, id),
    findMuted: (key, specId) => findMuted(scoped, key, specId),
    muteSpec: (key, specId, muted) => muteSpec(scoped, { key, specId, muted }),
    muteAll: (key, muted) => muteAll(scoped, key, muted),
    muteKinds: (key, kinds) => changeSubscription(scoped, key, () => ({ mutedKinds: [...kinds] })),
    listNotices: (messageId) => listNotices(scoped, messageId),
    enqueueMeetingReminders: (at) => enqueueMeetingReminders(scoped, at),
  }
}

async function findSubscription({ projectId, prisma }: TenantScope, id: string) {
  if (!isUuid(id)) return null
  const row = await prisma.specSubscription.findUnique({ where: { projectId_id: { projectId, id } } })
  if (row === null) return null
  return { key: row.key, muted: row.mutedAt !== null, mutedSpecs: row.mutedSpecs, mutedKinds: kindsOf(row) }
}

async function findMuted({ projectId, prisma }: TenantScope, key: string, specId: string) {
  const row = await prisma.specSubscription.findUnique({ where: { projectId_key: { projectId, key } } })
  if (row === null) return { all: false, spec: false, kinds: [] }
  return { all: row.mutedAt !== null, spec: row.mutedSpecs.includes(specId), kinds: kindsOf(row) }
}

const kindsOf = ({ mutedKinds }: { mutedKinds: string[] }): MailKind[] =>
  MAIL_KINDS.filter((kind) => mutedKinds.includes(kind))

/** Mutes or unmutes mails about one spec. */
const muteSpec = (scoped: TenantScope, { key, specId, muted }: { key: string; specId: string; muted: boolean }) =>
  changeSubscription(scoped, key, ({ mutedSpecs }) => {
    const others = mutedSpecs.filter((id) => id !== specId)
    return { mutedSpecs: muted ? [...others, specId] : others }
  })

/** Mutes or unmutes mails about all specs of the project. */
const muteAll = (scoped: TenantScope, key: string, muted: boolean) =>
  changeSubscription(scoped, key, ({ mutedAt }) => ({ mutedAt: muted ? (mutedAt ?? new Date()) : null }))

const Muting = z.object({ mutedAt: z.date().nullable(), mutedSpecs: z.array(z.string()) })

/** Changes a subscription, which is created if it is missing; the lock prevents lost updates. */
async function changeSubscription(
  { projectId, prisma }: TenantScope,
  key: string,
  change: (before: z.infer<typeof Muting>) => Prisma.SpecSubscriptionUpdateInput,
): Promise<void> {
  await prisma.$transaction(async (tx) => {
    await tx.specSubscription.createMany({
      data: [{ projectId, id: crypto.randomUUID(), key }],
      skipDuplicates: true,
    })
    const before = await lockSubscription(tx, projectId, key)
    const where = { projectId_key: { projectId, key } }
    await tx.specSubscription.update({ where, data: change(before), select: { id: true } })
  })
}

async function lockSubscription(tx: TenantTransaction, projectId: string, key: string) {
  const [row] = await tx.$queryRaw<unknown[]>`
    select muted_at as "mutedAt", muted_specs as "mutedSpecs" from spec_subscription
    where project_id = ${projectId}::uuid and key = ${key} for update`
  return Muting.parse(row)
}

/** The fields of an action that a mail mentions. */
const Action = z.object({
  kind: z.string(),
  feedback: z.int().nullable().catch(null),
  answer: z.enum(RESPONSE_KINDS).nullable().catch(null),
  content: z.boolean().nullable().catch(null),
  note: z.string().nullable().catch(null),
  text: z.string().catch(''),
  reason: z.string().catch(''),
  workaround: z.string().catch(''),
})

/** The action as a mail reports it. A response has its text in one of two fields. */
function reported(action: unknown) {
  const { text, reason, workaround, ...rest } = Action.parse(action)
  return { ...rest, text: [text, reason, workaround].filter((one) => one !== '').join('\n') }
}

/** Lists the notices of a message by spec, in the order of their events. */
async function listNotices({ projectId, prisma }: TenantScope, messageId: string): Promise<Notice[]> {
  const rows = await prisma.specNotice.findMany({
    where: { projectId, messageId },
    select: { specId: true, spec: { select: { kind: true, number: true } }, event: true },
    orderBy: [
      { spec: { kind: 'desc' } },
      { spec: { number: 'asc' } },
      { event: { at: 'asc' } },
      { event: { id: 'asc' } },
    ],
  })
  return rows.map(({ specId, spec, event }) => ({
    specId,
    ...specNumber(spec),
    event: event && {
      id: event.id,
      by: event.actorName,
      ...reported(event.action),
      at: event.at.toISOString(),
    },
  }))
}
