import { err, ok, type Result } from '@assay/domain/result'
import { type Invalidation, NewInvalidation } from '@assay/domain/run/validity/invalidation'
import { type Caller, nameOf, projectFor, tokenProject } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'
import { parseInput } from '../http/parse-input.ts'
import type { Services } from '../services.ts'

// Use-cases of REST and tRPC to exclude results and to include them again. They need write access and store the
// person's name, so that every change is attributed.

/** The project to write to, and the caller. */
type WriteContext = { services: Services; caller: Caller; project?: string }

const writable = ({ services, caller, project }: WriteContext) =>
  project === undefined ? tokenProject(services, caller, 'write') : projectFor(services, caller, project, 'write')

export async function excludeResults(
  { services, caller, project }: WriteContext,
  { runId, input }: { runId: string; input: unknown },
): Promise<Result<Invalidation, AppError>> {
  const access = await writable({ services, caller, ...(project === undefined ? {} : { project }) })
  if (!access.ok) return access
  const sent = parseInput(NewInvalidation, input)
  if (!sent.ok) return sent
  const made = await access.value.queries.validity.invalidate({
    ...sent.value,
    runId,
    by: nameOf(caller),
    at: services.now(),
  })
  if (made !== null) return ok(made)
  const what = sent.value.resultId == null ? 'run in this project' : 'run in this project, or it has no such result'
  return err(appError('not-found', `There is no such ${what}. Nothing was changed. Check the id.`))
}

export async function includeResults(
  { services, caller, project }: WriteContext,
  { runId, id }: { runId: string; id: string },
): Promise<Result<Invalidation, AppError>> {
  const access = await writable({ services, caller, ...(project === undefined ? {} : { project }) })
  if (!access.ok) return access
  const by = nameOf(caller)
  const withdrawn = await access.value.queries.validity.withdraw({ runId, id, by, at: services.now() })
  return withdrawn === null
    ? err(appError('not-found', 'This run has no such invalidation. Nothing was changed. Reload the page of the run.'))
    : ok(withdrawn)
}
