import type { CellQueries, CellQuery } from '@assay/db/types'
import { moveIfPossible } from '../http/move-request.ts'
import { FairQueue } from '../worker-pool/fair-queue.ts'

/**
 * A comparison with this many results or more takes so long in each step that other requests are served between two
 * steps.
 */
export const MANY_RESULTS = 2_000

// Ten of the largest comparisons at once would need ten times the memory, and all would end at the time of the last.
// The number of waiting requests is bounded where they arrive.
const queue = new FairQueue(1, Number.POSITIVE_INFINITY)

/** The project of a comparison, and the queries that measure its size. */
type SizedProject = { queries: { cells: Pick<CellQueries, 'size'> }; project: { id: string } }

/**
 * Runs the work of a comparison. Large ones run in the process for heavy requests, one at a time, and projects take
 * turns. A waiting comparison has read nothing and holds no database connection.
 */
export async function inTurn<T>(
  { queries, project }: SizedProject,
  query: CellQuery,
  work: () => Promise<T>,
): Promise<T> {
  const { results } = await queries.cells.size(query)
  if (results < MANY_RESULTS) return work()
  await moveIfPossible()
  return queue.run(project.id, work)
}
