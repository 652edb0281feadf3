import type { HeldSpec, IdempotentRequest, StoredSpec } from '@assay/db/types'
import { err, ok, type Result } from '@assay/domain/result'
import { SpecAction } from '@assay/domain/specs/actions/actions'
import { applySuggestions } from '@assay/domain/specs/actions/apply-suggestion'
import type { By } from '@assay/domain/specs/actions/permissions'
import { type Refusal, unknown } from '@assay/domain/specs/actions/refusal'
import { transition } from '@assay/domain/specs/actions/transition'
import { type Feedback, feedbackName } from '@assay/domain/specs/feedback'
import type { Spec } from '@assay/domain/specs/spec'
import { SpecText } from '@assay/domain/specs/spec-content'
import { acceptRefusal, suggestionProblem } from '@assay/domain/specs/text/draft-revision'
import type { ProjectAccess } from '../access/resolve-access.ts'
import type { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { actOnSpec } from './act-on-spec.ts'
import { attachmentsOf } from './attach-file.ts'
import { findSpec, refusalError, specNotFound } from './spec-access.ts'
import { decideRevision, freezeRevised } from './write-spec.ts'

type Request = { name: string; input: unknown; now: Date; sent?: IdempotentRequest | undefined }
type Stored = Pick<HeldSpec, 'revision' | 'placements'>

/**
 * Applies an action to a spec. Accepting suggestions stores a revision with the words and a good point for each comment,
 * together.
 */
export async function actOrAccept(
  services: Services,
  access: ProjectAccess,
  by: By,
  request: Request,
): Promise<Result<StoredSpec, AppError>> {
  const action = SpecAction.safeParse(request.input).data
  if (action?.kind === 'accept-suggestion')
    return accept(services, access, by, { ...request, action, of: [action.feedback] })
  if (action?.kind === 'store-draft-revision')
    return accept(services, access, by, { ...request, action, of: [...new Set(action.comments)] })
  return actOnSpec(services, access, by, request)
}

type Accepting = Omit<Request, 'input'> & { action: SpecAction; of: readonly number[] }

async function accept(
  services: Services,
  access: ProjectAccess,
  by: By,
  request: Accepting,
): Promise<Result<StoredSpec, AppError>> {
  const { name, action, of, now, sent } = request
  const found = await findSpec(access, by, name)
  if (!found.ok) return found
  const { id, spec } = found.value
  const { specs } = access.queries
  const stored: Stored = {
    revision: (number) => specs.revision(id, number),
    placements: (number) => specs.placements(id, number),
  }
  // Evidence is frozen before the lock on the spec is taken, because that takes long.
  const [before, planned] = [await stored.revision(spec.revision), await accepted(stored, spec, of)]
  const evidence =
    before === null || !planned.ok ? null : await freezeRevised(services, access, { ...planned.value, before, now })
  const attachments =
    before === null || !planned.ok
      ? ok([])
      : await attachmentsOf(access, by, { text: planned.value.text, before: before.attachments })
  if (!attachments.ok) return attachments
  const decide = async (held: HeldSpec, by: By) => {
    const refusal = acceptRefusal(held.spec, by, action.kind)
    if (refusal !== null) return err(refusal)
    if (held.spec.revision !== spec.revision) {
      return err<Refusal>({ code: 'conflict', revision: held.spec.revision })
    }
    const text = await accepted(held, held.spec, of)
    if (!text.ok) return text
    const input = { base: spec.revision, title: spec.title, ...text.value }
    const revised = await decideRevision(held, by, {
      ...input,
      now,
      evidence: evidence ?? { figures: [], evidence: [] },
      attachments: attachments.value,
    })
    if (!revised.ok) return revised
    const revise = { kind: 'revise', base: spec.revision, title: spec.title, note: text.value.note } as const
    const answers = of.map((feedback) => goodPoint(feedback, spec.revision + 1))
    let after = revised.value.spec
    for (const answer of answers) {
      const one = transition(after, answer, by, { now, changedBy: [spec.revision + 1] })
      if (!one.ok) return one
      after = one.value
    }
    return ok({ ...revised.value, spec: after, recorded: [revise, ...answers], notifyAt: now })
  }
  const changed = await specs.change(spec, by, action, decide, { sent })
  if (changed === null) return err(specNotFound())
  // A revision was stored meanwhile, so the words are looked up in the newer text.
  if (!changed.ok && changed.error.code === 'conflict') return accept(services, access, by, request)
  return changed.ok ? changed : err(refusalError(changed.error))
}

type Text = { text: string; note: string; freezeAnew: [] }

/** The text with the suggested words, and the note of its revision. */
async function accepted(stored: Stored, spec: Spec, of: readonly number[]): Promise<Result<Text, Refusal>> {
  const comments: Feedback[] = []
  for (const number of of) {
    const feedback = spec.feedback.find((one) => one.number === number)
    if (feedback === undefined) return err(unknown(`There is no ${feedbackName(number)} here.`))
    const problem = suggestionProblem(feedback)
    if (problem !== null) return err(unknown(problem))
    comments.push(feedback)
  }
  const [shown, placements] = [await stored.revision(spec.revision), await stored.placements(spec.revision)]
  if (shown === null) return err(unknown('There is no text to revise.'))
  const text = applySuggestions(
    shown,
    comments.map((one) => ({ ...one, placement: placements.get(one.number) ?? null })),
  )
  if (text.ok) {
    const checked = SpecText.safeParse(text.value)
    if (!checked.success) return err(unknown(checked.error.issues.map(({ message }) => message).join(' ')))
    return ok({ text: checked.data, note: noteOf(comments), freezeAnew: [] })
  }
  return err(unknown(text.error.map(({ number, problem }) => `${feedbackName(number)}: ${problem}`).join(' ')))
}

const goodPoint = (feedback: number, carriedBy: number) =>
  SpecAction.parse({ kind: 'answer', feedback, answer: 'good-point', carriedBy })

const MAX_NOTE_CHARACTERS = 500

const noteOf = (comments: readonly Feedback[]): string => {
  const names = comments.map(({ number }) => feedbackName(number)).join(', ')
  const givers = [...new Set(comments.map(({ giver }) => giver.name))].join(', ')
  return `${names}: words suggested by ${givers}`.slice(0, MAX_NOTE_CHARACTERS)
}
