import { z } from 'zod'
import { idFrom } from '../../identity.ts'
import type { TenantClient, TenantTransaction } from '../../scope/tenant-client.ts'
import type { Statements } from '../../scope/tenant-scope.ts'
import type { StoredFigure } from './report-types.ts'

// Frozen figures of reports and specs: equal ones are one row, and no row ever changes.

/** Keeps figures in the transaction of what shows them. @returns their ids, in their order. */
export async function storeFigures(
  tx: Statements | TenantTransaction,
  projectId: string,
  figures: readonly StoredFigure[],
): Promise<string[]> {
  const rows = figures.map(({ sha256, content }) => ({ id: idFrom('report-figure', sha256), sha256, content }))
  if ('reportFigure' in tx) {
    const data = rows.map((row) => ({ projectId, ...row }))
    await tx.reportFigure.createMany({ data, skipDuplicates: true })
  } else {
    for (const { id, sha256, content } of rows) await tx.query(KEEP_FIGURE, [projectId, id, sha256, content])
  }
  return rows.map(({ id }) => id)
}

/** In the order of the ids; null for what is not there. */
export async function readFigures(
  from: Statements | TenantClient | TenantTransaction,
  projectId: string,
  ids: readonly (string | null)[],
): Promise<(StoredFigure | null)[]> {
  const wanted = ids.filter((id) => id !== null)
  if (wanted.length === 0) return ids.map(() => null)
  const rows =
    'reportFigure' in from
      ? await from.reportFigure.findMany({ where: { projectId, id: { in: wanted } } })
      : Rows.parse((await from.query(READ_FIGURES, [projectId, wanted])).rows)
  const byId = new Map(rows.map(({ id, sha256, content }) => [id, { sha256, content }]))
  return ids.map((id) => (id === null ? null : (byId.get(id) ?? null)))
}

const Rows = z.array(z.object({ id: z.string(), sha256: z.string(), content: z.string() }))

const READ_FIGURES = `
  select id, sha256, content from report_figure where project_id = $1 and id = any($2::uuid[])`

const KEEP_FIGURE = `
  insert into report_figure (project_id, id, sha256, content) values ($1, $2, $3, $4) on conflict do nothing`
