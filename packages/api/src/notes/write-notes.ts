import { fromQuery } from '@assay/domain/compare/comparison-url'
import { type Annotation, NewAnnotation } from '@assay/domain/findings/notes/annotation'
import { type KnownBug, NewKnownBug } from '@assay/domain/findings/notes/known-bug'
import { NewSavedComparison, type SavedComparison } from '@assay/domain/findings/notes/saved-comparison'
import { err, ok, type Result } from '@assay/domain/result'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'
import { parseInput } from '../http/parse-input.ts'

// Use-cases of notes for REST and tRPC. Callers have checked the access.

export async function saveKnownBug({ queries }: ProjectAccess, input: unknown): Promise<Result<KnownBug, AppError>> {
  const bug = parseInput(NewKnownBug, input)
  return bug.ok ? ok(await queries.knownBugs.save(bug.value)) : bug
}

export async function addAnnotation({ queries }: ProjectAccess, input: unknown): Promise<Result<Annotation, AppError>> {
  const annotation = parseInput(NewAnnotation, input)
  if (!annotation.ok) return annotation
  const added = await queries.annotations.add(annotation.value)
  if (added !== null) return ok(added)
  return err(appError('not-found', 'There is no such run in this project. Nothing was saved. Check the id of the run.'))
}

/** A query of the compare page must parse completely; a study page has additional parameters. */
export async function saveComparison(
  { queries }: ProjectAccess,
  slug: string,
  input: unknown,
): Promise<Result<SavedComparison, AppError>> {
  const sent = parseInput(NewSavedComparison, input)
  if (!sent.ok) return sent
  const query = sent.value.query.replace(/^\?/, '')
  const { problems } = fromQuery(query)
  const [problem] = problems
  if (problem !== undefined && sent.value.study == null) {
    const locations = problems.map((message) => ({ pointer: '/query', message }))
    return err(appError('query-invalid', `${problem}. Nothing was stored.`, locations))
  }
  const saved = await queries.savedComparisons.save(slug, { ...sent.value, query }, { replace: true })
  return saved === null
    ? err(appError('unavailable', 'The comparison was deleted while it was being saved. Send it again.'))
    : ok(saved)
}

/** Deleting a note that does not exist is an error, so that a misspelled name is not taken for a success. */
export const deletedOrNotFound = (was: boolean, what: string): Result<null, AppError> =>
  was ? ok(null) : err(appError('not-found', `There is no such ${what} in this project. Check its name.`))
