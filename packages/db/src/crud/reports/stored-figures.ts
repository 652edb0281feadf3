import { idFrom } from '../../identity.ts'
import type { TenantModels } from '../../scope/tenant-client.ts'
import type { StoredFigure } from './report-types.ts'

// Frozen figures of reports and specs: equal ones are one row, and no row ever changes.

/** Keeps figures in the transaction of what shows them. @returns their ids, in their order. */
export async function storeFigures(
  tx: TenantModels,
  projectId: string,
  figures: readonly StoredFigure[],
): Promise<string[]> {
  const rows = figures.map(({ sha256, content }) => ({ id: idFrom('report-figure', sha256), sha256, content }))
  const data = rows.map((row) => ({ projectId, ...row }))
  if (data.length > 0) await tx.reportFigure.createMany({ data, skipDuplicates: true })
  return rows.map(({ id }) => id)
}

/** In the order of the ids; null for what is not there. */
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
