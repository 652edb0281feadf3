import type { CellQuery, ProjectQueries } from '@assay/db/types'
import type { PointSet } from '@assay/domain/compare/point'
import { appError } from '../errors.ts'
import { WorkRefused } from '../http/fault.ts'

/**
 * Maximum results of one side of a gate, or of the history of its base. It bounds the memory of the process; the time is
 * bounded by the limit of a thread, which fewer results can reach.
 */
export const MAX_GATE_RESULTS = 200_000

/**
 * Reads results for a gate. They are counted before they are read, and never cut: a verdict about a part of the results
 * would be another verdict.
 *
 * @param subject of the refusal, such as `Postgres 17.6`.
 * @throws WorkRefused when there are more results than a gate judges.
 */
export async function listResults(
  { cells }: Pick<ProjectQueries, 'cells'>,
  query: CellQuery,
  subject: string,
): Promise<PointSet> {
  const { results } = await cells.size(query)
  if (results > MAX_GATE_RESULTS) {
    const counts = `${results.toLocaleString('en')} results, and a gate judges at most ${MAX_GATE_RESULTS.toLocaleString('en')}`
    throw new WorkRefused(
      appError('too-heavy', `${subject} has ${counts}. Name machines, configs, benchmarks, workloads or tests.`),
    )
  }
  return cells.list(query)
}
