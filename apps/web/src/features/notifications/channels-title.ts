import { plural } from '@assay/domain/plural'
import type { Channel } from '../../trpc/api-types.ts'

/** "2 channels are notified of findings, 1 is paused": the headline of a list of channels. */
export function channelsTitle(channels: readonly Pick<Channel, 'pausedAt'>[]): string {
  if (channels.length === 0) return 'No notifications yet'
  const paused = channels.filter(({ pausedAt }) => pausedAt !== null).length
  const active = channels.length - paused
  const words = active === 0 ? 'No channel is' : `${plural(active, 'channel')} ${active === 1 ? 'is' : 'are'}`
  return `${words} notified of findings${paused === 0 ? '' : `, ${paused} ${paused === 1 ? 'is' : 'are'} paused`}`
}
