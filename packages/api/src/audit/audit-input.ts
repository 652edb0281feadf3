import type { AuditQuery } from '@assay/db/types'
import { z } from 'zod'

const text = z.string().trim().max(100).optional()
const day = z.iso.datetime({ offset: true }).or(z.iso.date()).optional()

/** Filters of the audit log. */
export const AuditInput = z.object({
  who: text,
  what: text,
  object: text,
  from: day,
  until: day,
  after: z.string().max(100).optional(),
})

const PAGE = 50

export function parseAuditInput({ after, ...rest }: z.infer<typeof AuditInput>, limit = PAGE): AuditQuery {
  // An empty field of a form does not filter.
  const filters = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined && value !== ''))
  return { filters, after: after ?? null, limit }
}
