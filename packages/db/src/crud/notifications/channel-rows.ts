import type { ChannelOptions } from '@assay/domain/notifications/channel-options'
import { NotificationChannel } from '@assay/domain/notifications/notification-channel'
import type { Prisma } from '../../scope/prisma.ts'

export const asChannel = (row: Prisma.NotificationChannelGetPayload<object>): NotificationChannel =>
  NotificationChannel.parse({
    ...row,
    personId: row.userId,
    shown: row.addressShown,
    pausedAt: row.pausedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdByName,
  })

/** The columns that the owner of a channel can set. */
export const optionColumns = (options: ChannelOptions) => {
  const { name, events, products, hardware, directions, least, quiet, weekly, timeZone } = options
  return { name, events, products, hardware, directions, least, quiet, weekly, timeZone }
}
