import type { AuditPage } from '../../trpc/api-types.ts'
import { formatDate } from '../../ui/format-date.ts'

/** "Last change: token.created by Ann, 2026-11-29": the headline of the newest entries. */
export function auditTitle({ events: [newest] }: Pick<AuditPage, 'events'>, isNewest: boolean): string {
  if (newest === undefined || !isNewest) return 'Audit log'
  return `Last change: ${newest.action} by ${newest.by.name}, ${formatDate(newest.at)}`
}
