import type { Comparison } from '@assay/domain/compare/comparison'
import { cellComparison } from '@assay/domain/compare/explain/cell-comparison'
import { type ExplainedCell, metricsToExplain } from '@assay/domain/compare/explain/explain-cells'
import type { CellRef } from '@assay/domain/compare/tldr/tldr'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { compareInThread, explainInThread } from './compare-in-thread.ts'
import { comparisonInTurn, readBounded } from './read-comparison.ts'

/** Explains every changed cell of a comparison. */
export function explainComparison(access: ProjectAccess, comparison: Comparison): Promise<ExplainedCell[]> {
  const all = atAllClients(comparison)
  return comparisonInTurn(access, all, async () => {
    const points = await readBounded(access, all, metricsToExplain(comparison))
    return explainInThread(access, points, comparison)
  })
}

/** Explains one changed cell; null when there is no such cell, or nothing changed in it. */
export async function explainCell(
  access: ProjectAccess,
  comparison: Comparison,
  cellRef: CellRef,
): Promise<ExplainedCell | null> {
  const { grid } = await comparisonInTurn(access, comparison, async () =>
    compareInThread(access, await readBounded(access, comparison), comparison),
  )
  const alone = cellComparison(comparison, grid, cellRef)
  if (alone === null) return null
  const points = await readBounded(access, atAllClients(alone), metricsToExplain(alone))
  const [only] = await explainInThread(access, points, alone)
  return only === undefined ? null : { ...only, place: cellRef }
}

/** Removes the filter on clients, because contention shows at other numbers of clients. */
function atAllClients({ filters: { clients: _clients, ...filters }, ...comparison }: Comparison): Comparison {
  return { ...comparison, filters }
}
