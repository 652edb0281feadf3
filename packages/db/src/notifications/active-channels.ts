import type { ChannelOptions } from '@assay/domain/notifications/channel-options'

/** A channel that is not paused, as a tenant-scoped query may see it: without its address and secret. */
export type ActiveChannel = Pick<
  ChannelOptions,
  'events' | 'products' | 'hardware' | 'directions' | 'least' | 'quiet'
> & { id: string; personId: string | null }

export const ACTIVE_CHANNELS = `
  select id, user_id as "personId", events, products, hardware, directions, least, quiet from notification_channel
  where project_id = $1 and paused_at is null order by created_at, id`
