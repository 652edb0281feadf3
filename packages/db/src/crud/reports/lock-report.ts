import { lockRow } from '../../scope/lock-row.ts'
import type { TenantTransaction } from '../../scope/tenant-client.ts'

/** Finds a report by slug and locks it until the end of the transaction; null if there is none. */
export async function lockReport(tx: TenantTransaction, projectId: string, slug: string) {
  const where = { projectId_slug: { projectId, slug } }
  const found = await tx.report.findUnique({ where, select: { id: true } })
  if (found === null) return null
  await lockRow(tx, 'report', projectId, found.id)
  return tx.report.findUnique({ where })
}
