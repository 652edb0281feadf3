import type { ChannelKind, ChannelOptions, NotificationEvent } from '@assay/domain/notifications/channel-options'
import { plural } from '@assay/domain/plural'
import type { Message } from '../../trpc/api-types.ts'

export const KIND_LABELS: Record<ChannelKind, string> = {
  webhook: 'Webhook',
  slack: 'Slack or a compatible service',
  mail: 'E-mail',
}

export const EVENT_LABELS: Record<NotificationEvent, string> = {
  found: 'found',
  reopened: 'reopened',
  fixed: 'fixed: back to the earlier level',
  changed: 'acknowledged, confirmed or dismissed',
}

const STATE_WORDS: Record<Message['state'], string> = {
  held: 'waits for a second run',
  gathered: 'sent in a summary',
  waiting: 'to be sent',
  delivered: 'delivered',
  failed: 'failed',
  dropped: 'not sent',
}

/** Labels for the event of a notification, by the step in the history of the finding. */
const OCCASION_WORDS: Record<string, string> = {
  found: 'found',
  relapsed: 'regression again',
  reopen: 'reopened',
  recovered: 'fixed',
  acknowledge: 'acknowledged',
  confirm: 'confirmed',
  dismiss: 'not a bug',
  test: 'test',
  digest: 'weekly digest',
  several: 'several findings',
}

export const messageName = ({ kind }: Pick<Message, 'kind'>): string => OCCASION_WORDS[kind] ?? kind

export function messageState({ state, attempts, note }: Pick<Message, 'state' | 'attempts' | 'note'>): string {
  if (state === 'waiting' && attempts > 0) return `retrying; ${plural(attempts, 'attempt')} failed`
  return note === null ? STATE_WORDS[state] : `${STATE_WORDS[state]}: ${note}`
}

/** Formats "found, fixed; RocksDB; regressions; from 5% on; after a second run confirms it". */
export function describeSubscription(options: ChannelOptions): string {
  const { events, products, hardware, directions, least, quiet, weekly } = options
  const parts = [
    events.length === 0 ? '' : events.map((event) => EVENT_NAMES[event]).join(', '),
    products.join(', '),
    hardware.join(', '),
    directions.map((direction) => (direction === 'worse' ? 'regressions' : 'improvements')).join(', '),
    least > 0 ? `from ${Math.round(least * 1000) / 10}% on` : '',
    quiet ? 'after a second run confirms it' : '',
    weekly ? 'weekly digest' : '',
  ]
  const text = parts.filter((part) => part !== '').join('; ')
  return text === '' ? 'nothing' : text
}

const EVENT_NAMES: Record<NotificationEvent, string> = {
  found: 'found',
  reopened: 'reopened',
  fixed: 'fixed',
  changed: 'acknowledged, confirmed or dismissed',
}
