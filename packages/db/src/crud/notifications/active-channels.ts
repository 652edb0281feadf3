import { FindingDirection } from '@assay/domain/findings/finding'
import { NotificationEvent } from '@assay/domain/notifications/channel-options'
import { z } from 'zod'

/** A channel that is not paused, as a tenant-scoped query may see it: without its address and secret. */
export const ActiveChannel = z.object({
  id: z.string(),
  personId: z.string().nullable(),
  events: z.array(NotificationEvent),
  products: z.array(z.string()),
  hardware: z.array(z.string()),
  directions: z.array(FindingDirection),
  least: z.number(),
  quiet: z.boolean(),
})
export type ActiveChannel = z.infer<typeof ActiveChannel>

export const ACTIVE_CHANNELS = `
  select id, user_id as "personId", events, products, hardware, directions, least, quiet from notification_channel
  where project_id = $1 and paused_at is null order by created_at, id`
