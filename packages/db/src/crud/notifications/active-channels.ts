import { FindingDirection } from '@assay/domain/findings/finding'
import { NotificationEvent } from '@assay/domain/notifications/channel-options'
import { z } from 'zod'
import type { TenantModels } from '../../scope/tenant-client.ts'

/** A channel that is not paused, without its address and secret, which a tenant-scoped query cannot see. */
const ActiveChannel = z.object({
  id: z.string(),
  personId: z.string().nullable(),
  events: z.array(NotificationEvent),
  products: z.array(z.string()),
  hardware: z.array(z.string()),
  directions: z.array(FindingDirection),
  least: z.number(),
  quiet: z.boolean(),
})
type ActiveChannel = z.infer<typeof ActiveChannel>

/** Lists active channels, oldest first. */
export async function listActiveChannels(from: TenantModels, projectId: string): Promise<ActiveChannel[]> {
  const rows = await from.notificationChannel.findMany({
    where: { projectId, pausedAt: null },
    select: {
      ...{ id: true, userId: true, events: true, products: true, hardware: true, directions: true },
      ...{ least: true, quiet: true },
    },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  return rows.map(({ userId, ...row }) => ActiveChannel.parse({ ...row, personId: userId }))
}

/** Lists channels with a weekly digest, oldest first. */
export async function listWeeklyChannels(from: TenantModels, projectId: string) {
  const rows = await from.notificationChannel.findMany({
    where: { projectId, weekly: true, pausedAt: null },
    select: { id: true, timeZone: true, createdAt: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }))
}
