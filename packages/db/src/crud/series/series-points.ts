import type { SeriesRun } from '@assay/domain/findings/series/build-lines'
import { z } from 'zod'
import { listCells } from '../../hot/cells/list-cells.ts'
import type { RunIndexCache } from '../../hot/run-index/run-index-cache.ts'
import { readRows } from '../../scope/statements.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { SeriesQueries } from '../../types.ts'

/**
 * Implements SeriesQueries.read with the one statement of listCells. Start times are in the run index; commits need
 * another statement.
 */
export async function readSeries(
  scoped: TenantScope,
  runIndexes: RunIndexCache,
  { withCommits, ...query }: Parameters<SeriesQueries['read']>[0],
): ReturnType<SeriesQueries['read']> {
  const points = await listCells(scoped, runIndexes, query)
  const ids = [...new Set(points.points.map(({ runId }) => runId))]
  return { points, runs: await readSeriesRuns(scoped, runIndexes, ids, { withCommits }) }
}

/** Start times and commits of runs that were just listed; commits are read only on request. */
export async function readSeriesRuns(
  scoped: TenantScope,
  runIndexes: RunIndexCache,
  ids: readonly string[],
  { withCommits }: { withCommits: boolean },
): Promise<Map<string, SeriesRun>> {
  const runIndex = runIndexes.current(scoped.projectId)
  const commits = withCommits ? await commitsOf(scoped, ids) : new Map<string, string>()
  return new Map(
    ids.map((id): [string, SeriesRun] => [
      id,
      { startedAt: runIndex.run(id)?.startedAt ?? null, commit: commits.get(id) ?? null },
    ]),
  )
}

async function commitsOf(scoped: TenantScope, runIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await readRows(
    scoped,
    z.object({ id: z.string(), commit: z.string() }),
    `select run.id, build.commit from run join build on build.project_id = run.project_id and build.id = run.build_id
     where run.project_id = $1 and run.id = any($2::uuid[]) and build.commit is not null`,
    [scoped.projectId, runIds],
  )
  return new Map(rows.map(({ id, commit }) => [id, commit]))
}
