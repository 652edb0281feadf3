import { idFromName } from '../../id-from-name.ts'
import type { TenantModels } from '../../scope/tenant-client.ts'
import type { StoredFigure } from './report-types.ts'

/**
 * Stores figures in the transaction of the text that shows them. Equal figures share one row, and rows never change.
 *
 * @returns their ids in the same order.
 */
export async function storeFigures(
  tx: TenantModels,
  projectId: string,
  figures: readonly StoredFigure[],
): Promise<string[]> {
  const rows = figures.map(({ sha256, content }) => ({ id: idFromName('report-figure', sha256), sha256, content }))
  const data = rows.map((row) => ({ projectId, ...row }))
  if (data.length > 0) await tx.reportFigure.createMany({ data, skipDuplicates: true })
  return rows.map(({ id }) => id)
}

/** Reads figures in the order of the ids; null for missing ones. */
export async function readFigures(
  from: TenantModels,
  projectId: string,
  ids: readonly (string | null)[],
): Promise<(StoredFigure | null)[]> {
  const wanted = ids.filter((id) => id !== null)
  if (wanted.length === 0) return ids.map(() => null)
  const rows = await from.reportFigure.findMany({ where: { projectId, id: { in: wanted } } })
  const byId = new Map(rows.map(({ id, sha256, content }) => [id, { sha256, content }]))
  return ids.map((id) => (id === null ? null : (byId.get(id) ?? null)))
}
