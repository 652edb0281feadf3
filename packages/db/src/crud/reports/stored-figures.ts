import { idFrom } from '../../identity.ts'
import type { Statements } from '../../scope/tenant-scope.ts'
import type { StoredFigure } from './report-types.ts'

// Frozen figures of reports and specs: equal ones are one row, and no row ever changes.

/** Keeps figures in the transaction of what shows them. @returns their ids, in their order. */
export async function keepFigures(
  tx: Statements,
  projectId: string,
  figures: readonly StoredFigure[],
): Promise<string[]> {
  const ids = figures.map(({ sha256 }) => idFrom('report-figure', sha256))
  for (const [at, { sha256, content }] of figures.entries()) {
    await tx.query(KEEP_FIGURE, [projectId, ids[at], sha256, content])
  }
  return ids
}

/** In the order of the ids; null for what is not there. */
export async function readFigures(
  from: Statements,
  projectId: string,
  ids: readonly (string | null)[],
): Promise<(StoredFigure | null)[]> {
  if (ids.every((id) => id === null)) return ids.map(() => null)
  const { rows } = await from.query<StoredFigure & { id: string }>(
    'select id, sha256, content from report_figure where project_id = $1 and id = any($2::uuid[])',
    [projectId, ids.filter((id) => id !== null)],
  )
  const byId = new Map(rows.map(({ id, sha256, content }) => [id, { sha256, content }]))
  return ids.map((id) => (id === null ? null : (byId.get(id) ?? null)))
}

const KEEP_FIGURE = `
  insert into report_figure (project_id, id, sha256, content) values ($1, $2, $3, $4) on conflict do nothing`
