import { fromQuery } from '@assay/domain/compare/comparison-url'
import { type Annotation, NewAnnotation } from '@assay/domain/findings/notes/annotation'
import { type KnownBug, NewKnownBug } from '@assay/domain/findings/notes/known-bug'
import { NewSavedComparison, type SavedComparison } from '@assay/domain/findings/notes/saved-comparison'
import { slugOf } from '@assay/domain/findings/notes/slug-of'
import { err, ok, type Result } from '@assay/domain/result'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'
import { parseInput } from '../http/parse-input.ts'

// Use-cases of notes for REST and tRPC. Callers have checked the access.

/** Maximum length, as JSON, of all entries of one kind in a project, because most pages read all of them. */
const MAX_LENGTH = 4_000_000

/**
 * The refusal of an entry that would make the entries of its kind too long; null when there is room. Entries that are
 * saved at the same time do not count each other, so the maximum can be exceeded by those few.
 */
export function refuseWithoutRoom(kind: string, others: readonly object[], added: object): AppError | null {
  const length = JSON.stringify(others).length + JSON.stringify(added).length
  if (length <= MAX_LENGTH) return null
  const detail = `The ${kind} of a project have at most ${MAX_LENGTH / 1e6} MB, because most pages read them. Remove some first.`
  return appError('quota-exceeded', detail)
}

export async function saveKnownBug({ queries }: ProjectAccess, input: unknown): Promise<Result<KnownBug, AppError>> {
  const bug = parseInput(NewKnownBug, input)
  if (!bug.ok) return bug
  const slug = slugOf(`${bug.value.product} ${bug.value.bug}`, 'bug')
  const others = (await queries.knownBugs.list()).filter((known) => known.slug !== slug)
  const full = refuseWithoutRoom('known bugs', others, bug.value)
  return full === null ? ok(await queries.knownBugs.save(bug.value)) : err(full)
}

export async function addAnnotation({ queries }: ProjectAccess, input: unknown): Promise<Result<Annotation, AppError>> {
  const annotation = parseInput(NewAnnotation, input)
  if (!annotation.ok) return annotation
  const full = refuseWithoutRoom('notes', await queries.annotations.list(), annotation.value)
  if (full !== null) return err(full)
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
  const others = (await queries.savedComparisons.list()).filter((known) => known.slug !== slug)
  const full = refuseWithoutRoom('saved comparisons', others, sent.value)
  if (full !== null) return err(full)
  const saved = await queries.savedComparisons.save(slug, { ...sent.value, query }, { replace: true })
  return saved === null
    ? err(appError('unavailable', 'The comparison was deleted while it was being saved. Send it again.'))
    : ok(saved)
}

/** Deleting a note that does not exist is an error, so that a misspelled name is not taken for a success. */
export const deletedOrNotFound = (was: boolean, what: string): Result<null, AppError> =>
  was ? ok(null) : err(appError('not-found', `There is no such ${what} in this project. Check its name.`))
