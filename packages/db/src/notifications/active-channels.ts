import type { TargetOptions } from '@assay/domain/notifications/channel-options'

/** A target that is told things, as a scope may see it. */
export type HearingTarget = Pick<
  TargetOptions,
  'events' | 'products' | 'hardware' | 'directions' | 'least' | 'quiet'
> & { id: string; personId: string | null }

export const LISTENING = `
  select id, user_id as "personId", events, products, hardware, directions, least, quiet from telling_target
  where project_id = $1 and paused_at is null order by created_at, id`
