import type { AuditEvent, AuditPage, AuditQuery } from '@assay/db/types'
import { guardFormula } from '@assay/domain/publish/csv/guard-formula'

const COLUMNS = ['time', 'who', 'kind', 'action', 'object kind', 'object', 'before', 'after', 'request', 'address']
const AT_ONCE = 1_000

/** Streams the audit log as CSV page by page, so that a long one is never held in memory. */
export function auditCsv(
  list: (query: AuditQuery) => Promise<AuditPage>,
  filters: AuditQuery['filters'],
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let after: string | null = null
  let isStarted = false
  return new ReadableStream({
    async pull(controller) {
      if (!isStarted) controller.enqueue(encoder.encode(`${COLUMNS.join(',')}\r\n`))
      isStarted = true
      const page = await list({ filters, after, limit: AT_ONCE })
      controller.enqueue(encoder.encode(page.events.map(lineOf).join('')))
      after = page.next
      if (after === null) controller.close()
    },
  })
}

function lineOf({ at, by, action, object, before, after }: AuditEvent): string {
  const cells = [
    at,
    by.name,
    by.kind,
    action,
    object.kind,
    object.name,
    json(before),
    json(after),
    by.requestId,
    by.address,
  ]
  return `${cells.map((cell) => quoted(cell ?? '')).join(',')}\r\n`
}

const json = (value: unknown) => (value === null ? '' : JSON.stringify(value))
const quoted = (text: string) => `"${guardFormula(text).replaceAll('"', '""')}"`
