import { randomUUID } from 'node:crypto'
import type { ChannelOptions } from '@assay/domain/notifications/channel-options'
import type { Connection } from '../../connection.ts'
import { isUuid } from '../../is-uuid.ts'
import type { Prisma } from '../../scope/prisma.ts'
import type { Transaction } from '../../scope/tenant-client.ts'
import type { Actor, Change } from '../../types.ts'
import { writeAudit, writeDirectoryEvent } from '../audit/audit.ts'
import { optionColumns } from './channel-rows.ts'
import type { NewChannel, OwnedChannel } from './notification-types.ts'

type Client = Connection['prisma']

/**
 * Creates a channel.
 *
 * @returns the id, or null if the owner already has `max` channels.
 */
export const createChannel = (prisma: Client, channel: NewChannel, by: Actor, max: number): Promise<string | null> =>
  prisma.$transaction(async (tx) => {
    const { projectId, personId, kind, shown, addressSealed, secretSealed, ...options } = channel
    // The lock serializes concurrent inserts, so that together they cannot exceed the limit.
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`channels ${projectId}`}, 0))`
    if ((await tx.notificationChannel.count({ where: { projectId, userId: personId } })) >= max) return null
    const id = randomUUID()
    const sealed = { addressSealed, addressShown: shown, secretSealed }
    const row = { projectId, id, userId: personId, kind, ...sealed, ...optionColumns(options), createdByName: by.name }
    await tx.notificationChannel.create({ data: row, select: { id: true } })
    const object = { kind: 'target', id, name: options.name }
    const after = { kind, shown, ...options }
    await writeChannelAudit(tx, channel, by, { action: 'target.made', object, after })
    return id
  })

export const updateChannel = (prisma: Client, channel: OwnedChannel, options: ChannelOptions, by: Actor) =>
  changeChannel(prisma, channel, by, {
    action: 'target.changed',
    data: optionColumns(options),
    after: { ...options },
  })

/** Replaces the signing secret; further messages are signed with the new one. */
export const renewSecret = (prisma: Client, channel: OwnedChannel, secretSealed: string, by: Actor) =>
  changeChannel(prisma, channel, by, { action: 'target.secret-renewed', data: { secretSealed } })

/** Pauses or resumes a channel; both reset its count of failures. */
export const pauseChannel = (prisma: Client, channel: OwnedChannel, paused: boolean, by: Actor) =>
  changeChannel(prisma, channel, by, {
    action: paused ? 'target.paused' : 'target.resumed',
    data: ({ pausedAt }) => ({
      pausedAt: paused ? (pausedAt ?? new Date()) : null,
      pausedWhy: null,
      failures: 0,
    }),
  })

export async function removeChannel(prisma: Client, channel: OwnedChannel, by: Actor): Promise<boolean> {
  if (!isUuid(channel.id)) return false
  return prisma.$transaction(async (tx) => {
    const found = await tx.notificationChannel.findFirst({ where: owned(channel), select: { name: true } })
    const { count } = await tx.notificationChannel.deleteMany({ where: owned(channel) })
    if (found === null || count === 0) return false
    const object = { kind: 'target', id: channel.id, name: found.name }
    await writeChannelAudit(tx, channel, by, { action: 'target.removed', object })
    return true
  })
}

type Columns = Prisma.NotificationChannelUpdateManyMutationInput
type ChannelChange = {
  action: string
  data: Columns | ((before: { pausedAt: Date | null }) => Columns)
  after?: unknown
}

/** Changes one channel and writes the audit event; false if the owner has no such channel. */
async function changeChannel(prisma: Client, channel: OwnedChannel, by: Actor, { action, data, after }: ChannelChange) {
  if (!isUuid(channel.id)) return false
  return prisma.$transaction(async (tx) => {
    const before = await tx.notificationChannel.findFirst({ where: owned(channel), select: { pausedAt: true } })
    if (before === null) return false
    const [changed] = await tx.notificationChannel.updateManyAndReturn({
      where: owned(channel),
      data: typeof data === 'function' ? data(before) : data,
      select: { name: true },
    })
    if (changed === undefined) return false
    const object = { kind: 'target', id: channel.id, name: changed.name }
    await writeChannelAudit(tx, channel, by, { action, object, ...(after === undefined ? {} : { after }) })
    return true
  })
}

/** Limits a query to a channel of one owner: a person, or the project itself. */
export const owned = ({ projectId, id, personId }: OwnedChannel) => ({ projectId, id, userId: personId })

/**
 * Changes of a project's channels are recorded in its audit log; those of a person's channels in the log of the
 * account.
 */
const writeChannelAudit = (
  tx: Transaction,
  { projectId, personId }: Pick<OwnedChannel, 'projectId' | 'personId'>,
  by: Actor,
  change: Change,
) => (personId === null ? writeAudit(tx, projectId, by, change) : writeDirectoryEvent(tx, null, by, change))
