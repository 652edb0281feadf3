import type { ToldEvent } from './channel-options.ts'

const TOLD: Readonly<Record<string, ToldEvent>> = {
  found: 'found',
  relapsed: 'reopened',
  reopen: 'reopened',
  recovered: 'fixed',
  acknowledge: 'changed',
  confirm: 'changed',
  dismiss: 'changed',
}

/** What is told of a step in the history of a finding; null for notes, owners, and what is found no longer. */
export const toldEvent = (kind: string): ToldEvent | null => TOLD[kind] ?? null
