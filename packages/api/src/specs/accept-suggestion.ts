import type { IdempotentRequest, StoredSpec } from '@assay/db/types'
import { err, type Result } from '@assay/domain/result'
import { applySuggestion } from '@assay/domain/specs/apply-suggestion'
import { type Feedback, feedbackName, statusOf } from '@assay/domain/specs/feedback'
import { type By, may } from '@assay/domain/specs/permissions'
import { unknown, wrongState } from '@assay/domain/specs/refusal'
import { UNDER_DISCUSSION } from '@assay/domain/specs/thread'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'
import type { Services } from '../services.ts'
import { actOnSpec } from './act-on-spec.ts'
import { findSpec, refusalError } from './spec-access.ts'
import { reviseSpec } from './write-spec.ts'

type Request = { name: string; input: unknown; now: Date; sent?: IdempotentRequest | undefined }

/** Applies an action to a spec. Accepting a suggestion is two actions: a revision with the words, and a good point. */
export async function actOrAccept(
  services: Services,
  access: ProjectAccess,
  by: By,
  request: Request,
): Promise<Result<StoredSpec, AppError>> {
  const number = acceptedIn(request.input)
  return number === null
    ? actOnSpec(services, access, by, request)
    : acceptSuggestion(services, access, by, { ...request, number })
}

/** Number of the comment whose suggestion the action accepts; null for other actions. */
function acceptedIn(input: unknown): number | null {
  if (typeof input !== 'object' || input === null || !('kind' in input) || !('feedback' in input)) return null
  return input.kind === 'accept-suggestion' && typeof input.feedback === 'number' ? input.feedback : null
}

async function acceptSuggestion(
  services: Services,
  access: ProjectAccess,
  by: By,
  { name, number, now, sent }: Omit<Request, 'input'> & { number: number },
): Promise<Result<StoredSpec, AppError>> {
  const found = await findSpec(access, by, name)
  if (!found.ok) return found
  const { id, spec } = found.value
  if (!may(spec, by, 'edit')) return err(refusalError({ code: 'not-allowed', right: 'edit' }))
  if (!UNDER_DISCUSSION.includes(spec.state)) {
    return err(refusalError(wrongState('accept-suggestion', spec.state, UNDER_DISCUSSION)))
  }
  const feedback = spec.feedback.find((one) => one.number === number)
  if (feedback === undefined) return err(refusalError(unknown(`There is no ${feedbackName(number)} here.`)))
  if (statusOf(feedback) === 'closed') return err(refusalError(unknown(`${feedbackName(number)} is closed already.`)))
  const note = noteOf(feedback)
  // A request that was interrupted after its first half is completed.
  const stored = (await access.queries.specs.revisions(id)).find((one) => one.note === note)
  const revision =
    stored?.number ??
    (await storeRevision(services, access, by, { name, found: found.value, feedback, note, now, sent }))
  if (typeof revision !== 'number') return revision
  const answer = { kind: 'answer', feedback: number, answer: 'good-point', carriedBy: revision }
  return actOnSpec(services, access, by, { name, input: answer, now })
}

const noteOf = ({ number, giver }: Feedback): string =>
  `${feedbackName(number)}: words suggested by ${giver.name}`.slice(0, MAX_NOTE_CHARACTERS)

type Accepted = Omit<Request, 'input'> & { found: StoredSpec; feedback: Feedback; note: string }

/** Stores the text with the suggested words. @returns the number of the revision */
async function storeRevision(
  services: Services,
  access: ProjectAccess,
  by: By,
  { name, found: { id, spec }, feedback, note, now, sent }: Accepted,
): Promise<number | Result<never, AppError>> {
  const { specs } = access.queries
  const [shown, placements] = [await specs.revision(id, spec.revision), await specs.placements(id, spec.revision)]
  if (shown === null) return err(refusalError(unknown('There is no text to revise.')))
  const text = applySuggestion(shown, feedback, placements.get(feedback.number) ?? null)
  if (!text.ok) return err(refusalError(unknown(text.error)))
  const input = { base: spec.revision, title: spec.title, text: text.value, note }
  const revised = await reviseSpec(services, access, by, { name, input, now, sent })
  if (!revised.ok) return revised
  if (revised.value.outcome === 'saved') return revised.value.revision
  const { copyId } = revised.value
  if (copyId !== null) await specs.removeCopy(id, copyId)
  return err(appError('conflict', 'Somebody stored a revision meanwhile. Read it, then accept the suggestion again.'))
}

const MAX_NOTE_CHARACTERS = 500
