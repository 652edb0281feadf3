import type { NotificationEvent } from './channel-options.ts'

const EVENTS: Readonly<Record<string, NotificationEvent>> = {
  found: 'found',
  relapsed: 'reopened',
  reopen: 'reopened',
  recovered: 'fixed',
  acknowledge: 'changed',
  confirm: 'changed',
  dismiss: 'changed',
}

/** The notification event for an event in the history of a finding; null for notes, owners and inactive findings. */
export const notificationEventOf = (kind: string): NotificationEvent | null => EVENTS[kind] ?? null
