import type { NotificationEvent } from './channel-options.ts'

const TOLD: Readonly<Record<string, NotificationEvent>> = {
  found: 'found',
  relapsed: 'reopened',
  reopen: 'reopened',
  recovered: 'fixed',
  acknowledge: 'changed',
  confirm: 'changed',
  dismiss: 'changed',
}

/** What is told of a step in the history of a finding; null for notes, owners, and what is found no longer. */
export const notificationEventOf = (kind: string): NotificationEvent | null => TOLD[kind] ?? null
