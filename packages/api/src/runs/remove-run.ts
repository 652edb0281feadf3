import { err, ok, type Result } from '@assay/domain/result'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'

/** Deletes a run, for REST and tRPC (docs/decisions/067-removing-runs.md). */
export async function removeRun({ queries }: ProjectAccess, runId: string): Promise<Result<null, AppError>> {
  return (await queries.runs.remove(runId))
    ? ok(null)
    : err(appError('not-found', 'There is no such run in this project. Nothing was changed. Check the id of the run.'))
}
