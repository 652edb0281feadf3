import type { AuditFilters } from './audit-screen.tsx'

const DAY = /^\d{4}-\d\d-\d\d$/

/** The filters of an address; unknown parameters are ignored. */
export function readAuditFilters(query: { get(name: string): string | null }): AuditFilters {
  const text = (name: string) => (query.get(name) ?? '').slice(0, 100)
  const day = (name: string) => (DAY.test(text(name)) ? text(name) : '')
  return { who: text('who'), what: text('what'), object: text('object'), from: day('from'), until: day('until') }
}

/** Removes empty filters, which the api does not accept. */
export const filled = (filters: AuditFilters): Partial<AuditFilters> =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))
