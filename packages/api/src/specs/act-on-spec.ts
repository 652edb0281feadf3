import type { Decided, HeldSpec, IdempotentRequest, SpecNumber, StoredSpec } from '@assay/db/types'
import { err, ok, type Result } from '@assay/domain/result'
import { SpecAction } from '@assay/domain/specs/actions/actions'
import { recordedActions } from '@assay/domain/specs/actions/batch-actions'
import { movePoint } from '@assay/domain/specs/actions/move-point'
import type { By } from '@assay/domain/specs/actions/permissions'
import { type Refusal, unknown } from '@assay/domain/specs/actions/refusal'
import { type Known, transition } from '@assay/domain/specs/actions/transition'
import { alignBlocks } from '@assay/domain/specs/anchor/align-blocks'
import { anchorIn } from '@assay/domain/specs/anchor/anchor-in'
import { type Placement, placementOf, reAnchor } from '@assay/domain/specs/anchor/re-anchor'
import { brokenEvidence, type Evidence, evidenceChecks } from '@assay/domain/specs/evidence/evidence'
import { type Feedback, standingResponse } from '@assay/domain/specs/feedback'
import { type Anchor, readSpecName, type Spec, specName, WHOLE } from '@assay/domain/specs/spec'
import { checkText } from '@assay/domain/specs/text/check-text'
import type { ProjectAccess } from '../access/resolve-access.ts'
import type { AppError } from '../errors.ts'
import { parseInput } from '../http/parse-input.ts'
import type { Services } from '../services.ts'
import { changingRevisions } from './changing-revisions.ts'
import { readEvidence } from './freeze-evidence.ts'
import { checkRuns } from './outcome-runs.ts'
import { sealOf } from './seal.ts'
import { findSpec, refusalError, specNotFound } from './spec-access.ts'

/**
 * Applies an action to a spec, except a new text.
 *
 * @param input.dated true sets the time of the stored rows to `now`, for actions that are recorded later than they
 *   happened.
 * @param input.sent identifies the request, so that a retry after a lost response is stored once.
 */
export async function actOnSpec(
  services: Services,
  access: ProjectAccess,
  by: By,
  request: { name: string; input: unknown; now: Date; dated?: boolean; sent?: IdempotentRequest | undefined },
): Promise<Result<StoredSpec, AppError>> {
  const { name, input, now, dated = false, sent } = request
  const read = parseInput(SpecAction, input)
  if (!read.ok) return read
  const action = read.value
  if (action.kind === 'revise')
    return err(refusalError(unknown('A revision is sent with its text, to its own address.')))
  const found = await findSpec(access, by, name)
  if (!found.ok) return found
  const { id, spec } = found.value
  const names = await namesOthers(access, by, action, spec)
  if (!names.ok) return names
  if (action.kind === 'mark' && !dated) {
    const runs = await checkRuns(access, action.runs, spec.outcome)
    if (!runs.ok) return err(refusalError(runs.error))
  }
  // The evidence is read before the lock on the spec is taken, because that takes long.
  const needsEvidence = action.kind === 'schedule' || action.kind === 'resolve'
  const shown = needsEvidence ? await access.queries.specs.revision(id, spec.revision) : null
  const evidence = shown === null ? null : { revision: shown.number, is: await readEvidence(services, access, shown) }
  const decideNow = async (held: HeldSpec, by: By): Promise<Result<Decided, Refusal>> => {
    if (evidence !== null && evidence.revision !== held.spec.revision) {
      return err({ code: 'conflict', revision: held.spec.revision })
    }
    const hashRemoved = (text: string) => services.tokenHash(`redacted text of ${id} ${text}`)
    const decided = await decide(held, action, by, { now, evidence: evidence?.is ?? null, hashRemoved })
    if (!decided.ok) return decided
    const recorded = recordedActions(action, held.spec, decided.value.spec)
    return ok({ ...decided.value, recorded, ...(dated ? { at: now.toISOString() } : { notifyAt: now }) })
  }
  const changed = await access.queries.specs.change(spec, by, action, decideNow, {
    ...{ other: names.value ?? undefined, sent },
  })
  if (changed === null) return err(specNotFound())
  // A revision was stored meanwhile, so the spec is read again with its dependencies.
  if (!changed.ok && changed.error.code === 'conflict') return actOnSpec(services, access, by, request)
  return changed.ok ? changed : err(refusalError(changed.error))
}

/** Checks the other spec that an action refers to: the caller must be able to read it. */
async function namesOthers(
  access: ProjectAccess,
  by: By,
  action: SpecAction,
  { feedback }: Spec,
): Promise<Result<SpecNumber | null, AppError>> {
  if (action.kind === 'supersede') {
    const successor = await findSpec(access, by, action.successor)
    return successor.ok ? standing(successor.value.spec) : successor
  }
  const to = targetOf(action, feedback)
  const of = to === null ? null : readSpecName(to)
  if (to === null) return ok(null)
  return of?.kind === 'design' ? ok(of) : err(refusalError(noDesign(to)))
}

/** A spec can only be superseded by one that is not superseded or withdrawn itself. */
function standing(spec: Spec): Result<null, AppError> {
  const { state, ended } = spec
  if (state !== 'superseded' && state !== 'withdrawn') return ok(null)
  const how = ended?.successor == null ? 'was withdrawn' : `was superseded itself, by ${ended.successor}`
  return err(refusalError(unknown(`${specName(spec)} ${how}. Name a spec that is still active.`)))
}

/** Returns the design spec that a comment moves to with this action; null without a move. */
function targetOf(action: SpecAction, all: readonly Feedback[]): string | null {
  if (action.kind === 'answer') return action.answer === 'moved' ? action.movedTo : null
  if (action.kind !== 'confirm') return null
  const draft = all.find(({ number }) => number === action.feedback)?.responses.at(-1)
  return draft?.draft === true && draft.kind === 'moved' ? draft.movedTo : null
}

const noDesign = (name: string) => unknown(`There is no design spec ${name} under review that builds on this one.`)

type Read = { now: Date; evidence: Evidence | null; hashRemoved: (text: string) => string }

async function decide(
  held: HeldSpec,
  action: SpecAction,
  by: By,
  { now, evidence, hashRemoved }: Read,
): Promise<Result<Decided, Refusal>> {
  const target = targetOf(action, held.spec.feedback)
  const point = 'feedback' in action ? held.spec.feedback.find(({ number }) => number === action.feedback) : undefined
  const moved = target === null || point === undefined ? null : movePoint(held.spec, point, held.other, now)
  if (target !== null && moved === null) return err(noDesign(target))
  const known: Known = {
    ...{ now, parent: held.parent, movedAs: moved?.name ?? null, hashRemoved },
    ...(await knownFor(held, action, evidence)),
  }
  const after = transition(held.spec, action, by, known)
  if (!after.ok) return after
  if (moved !== null && point !== undefined && isMoved(after.value, point.number)) {
    const placement = { feedback: moved.number, revision: moved.spec.revision, placement: placementOf(WHOLE) }
    return ok({ spec: after.value, other: { spec: moved.spec, placements: [placement] } })
  }
  if (action.kind === 'place') {
    const placed = after.value.feedback.find(({ number }) => number === action.feedback)?.placed
    if (placed === undefined) return ok({ spec: after.value })
    const placement = { ...placementOf(placed.anchor), state: 'moved' as const }
    return ok({ spec: after.value, placements: [{ feedback: action.feedback, revision: placed.revision, placement }] })
  }
  if (action.kind === 'resolve') return ok({ spec: after.value, seal: sealOf(after.value) })
  const given = after.value.feedback.slice(held.spec.feedback.length)
  const placements = []
  for (const one of given) placements.push(...(await placementsFrom(held, one)))
  return ok({ spec: after.value, placements })
}

/** True when the response that is in force moves the comment; a scribe's draft does not. */
const isMoved = ({ feedback }: Spec, number: number): boolean => {
  const point = feedback.find((one) => one.number === number)
  return point !== undefined && standingResponse(point)?.kind === 'moved'
}

/** Reads the facts that the rules of this action need, in its transaction. */
async function knownFor(held: HeldSpec, action: SpecAction, evidence: Evidence | null): Promise<Partial<Known>> {
  const { spec } = held
  if (action.kind === 'resolve') return evidence === null ? {} : { brokenEvidence: brokenEvidence(evidence) }
  if (action.kind === 'schedule') {
    const current = await held.revision(spec.revision)
    if (current === null) return {}
    return {
      checks: [...checkText(current.text, current.blocks), ...(evidence === null ? [] : evidenceChecks(evidence))],
    }
  }
  if (action.kind === 'place') {
    const current = await held.revision(spec.revision)
    return { anchor: current === null ? null : anchorIn(current.blocks, action.anchor) }
  }
  if (action.kind === 'give') return { anchor: await anchorOf(held, action) }
  if (action.kind === 'give-all') {
    const anchors: (Anchor | null)[] = []
    for (const comment of action.comments) anchors.push(await anchorOf(held, comment))
    return { anchors }
  }
  if (action.kind === 'carry-out-all') {
    const changed = new Map<number, number[]>()
    for (const { feedback: number } of action.done) {
      const feedback = spec.feedback.find((one) => one.number === number)
      if (feedback !== undefined) changed.set(number, await changingRevisions(held, feedback, spec.revision))
    }
    return { changedByComment: changed }
  }
  const carrying = action.kind === 'carry-out' ? action.revision : action.kind === 'answer' ? action.carriedBy : null
  if (carrying === null || !('feedback' in action)) return {}
  const feedback = spec.feedback.find(({ number }) => number === action.feedback)
  return feedback === undefined ? {} : { changedBy: await changingRevisions(held, feedback, spec.revision) }
}

type NewComment = Pick<Extract<SpecAction, { kind: 'give' }>, 'anchor' | 'revision'>

/** The anchor of a new comment; null when the revision does not have its words. */
async function anchorOf(held: HeldSpec, { anchor, revision: number }: NewComment): Promise<Anchor | null> {
  if (anchor.kind === 'whole') return WHOLE
  const revision = await held.revision(number)
  return revision === null ? null : anchorIn(revision.blocks, anchor)
}

/** Positions of new comments in their revision and in the revisions that were stored since. */
async function placementsFrom(held: HeldSpec, { number, anchor, revision }: Feedback) {
  const placements: { feedback: number; revision: number; placement: Placement }[] = []
  let placement = placementOf(anchor)
  let before = (await held.revision(revision))?.blocks ?? []
  placements.push({ feedback: number, revision, placement })
  for (let next = revision + 1; next <= held.spec.revision; next++) {
    const after = (await held.revision(next))?.blocks ?? []
    placement = placeNext(before, after, anchor, placement)
    placements.push({ feedback: number, revision: next, placement })
    before = after
  }
  return placements
}

function placeNext(
  before: Parameters<typeof reAnchor>[0]['before'],
  after: Parameters<typeof reAnchor>[0]['after'],
  anchor: Anchor,
  placement: Placement,
): Placement {
  const [next] = reAnchor({ before, after, alignment: alignBlocks(before, after) }, [{ anchor, placement }])
  return next ?? placement
}
