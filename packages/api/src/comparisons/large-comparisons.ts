import type { CellQueries, CellQuery } from '@assay/db/types'
import { FairQueue } from '../worker-pool/fair-queue.ts'

/** From this many results on, each step of a comparison takes so long that other requests are served between two steps. */
export const MANY_RESULTS = 2_000

// Ten of the largest comparisons at once would need ten times the memory, and all would end at the time of the last. How
// many requests may wait is bounded where they arrive.
const queue = new FairQueue(1, Number.POSITIVE_INFINITY)

/** The project of a comparison, and how large one is. */
type SizedProject = { queries: { cells: Pick<CellQueries, 'size'> }; project: { id: string } }

/**
 * Runs the work of a comparison: a large one when no other large one runs in this process, and projects take turns. One that
 * waits has read nothing and holds no connection of the database.
 */
export async function inTurn<T>(
  { queries, project }: SizedProject,
  query: CellQuery,
  work: () => Promise<T>,
): Promise<T> {
  const { results } = await queries.cells.size(query)
  return results < MANY_RESULTS ? work() : queue.run(project.id, work)
}
