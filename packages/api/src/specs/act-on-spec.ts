import type { Decided, HeldSpec, StoredSpec } from '@assay/db/types'
import { alignBlocks } from '@assay/domain/anchor/align-blocks'
import { anchorIn, type Placement, placeAll, placementOf } from '@assay/domain/anchor/place'
import { err, ok, type Result } from '@assay/domain/result'
import { SpecAction } from '@assay/domain/spec/actions'
import { checkText } from '@assay/domain/spec/check-text'
import type { By } from '@assay/domain/spec/permissions'
import { type Refusal, unknown } from '@assay/domain/spec/refusal'
import { type Anchor, type Feedback, WHOLE } from '@assay/domain/spec/spec'
import { type Known, transition } from '@assay/domain/spec/transition'
import type { ProjectAccess } from '../access/resolve-access.ts'
import type { AppError } from '../errors.ts'
import { parseInput } from '../http/parse-input.ts'
import { findSpec, noSpec, refused } from './spec-access.ts'

/**
 * Does something with a spec: everything but writing its text.
 *
 * @param input.dated  whether its rows bear `now`, as things do that are told later than they happened.
 */
export async function actOnSpec(
  access: ProjectAccess,
  by: By,
  { name, input, now, dated = false }: { name: string; input: unknown; now: Date; dated?: boolean },
): Promise<Result<StoredSpec, AppError>> {
  const read = parseInput(SpecAction, input)
  if (!read.ok) return read
  const action = read.value
  if (action.kind === 'revise') return err(refused(unknown('A revision is sent with its text, to its own address.')))
  const found = await findSpec(access, by, name)
  if (!found.ok) return found
  const changed = await access.queries.specs.change(found.value.spec, by, action, async (held) => {
    const decided = await decide(held, action, by, now)
    return decided.ok && dated ? ok({ ...decided.value, at: now.toISOString() }) : decided
  })
  if (changed === null) return err(noSpec())
  return changed.ok ? changed : err(refused(changed.error))
}

async function decide(held: HeldSpec, action: SpecAction, by: By, now: Date): Promise<Result<Decided, Refusal>> {
  const known: Known = { now, parent: held.parent, ...(await knownFor(held, action)) }
  const after = transition(held.spec, action, by, known)
  if (!after.ok) return after
  const given = action.kind === 'give' ? after.value.feedback.at(-1) : undefined
  if (given === undefined) return ok({ spec: after.value })
  return ok({ spec: after.value, placements: await placementsFrom(held, given) })
}

/** What the rules need to know for this action, read in its transaction. */
async function knownFor(held: HeldSpec, action: SpecAction): Promise<Partial<Known>> {
  const { spec } = held
  if (action.kind === 'schedule') {
    const current = await held.revision(spec.revision)
    return { checks: current === null ? [] : checkText(current.text, current.blocks) }
  }
  if (action.kind === 'give') {
    if (action.anchor.kind === 'whole') return { anchor: WHOLE }
    const revision = await held.revision(action.revision)
    return { anchor: revision === null ? null : anchorIn(revision.blocks, action.anchor) }
  }
  const carrying = action.kind === 'carry-out' ? action.revision : action.kind === 'answer' ? action.carriedBy : null
  if (carrying === null || !('feedback' in action)) return {}
  const feedback = spec.feedback.find(({ number }) => number === action.feedback)
  return { touches: feedback !== undefined && (await isTouched(held, feedback, carrying)) }
}

/** Whether a revision has other words where the feedback was than the one that was read. */
async function isTouched(held: HeldSpec, { number, anchor, revision }: Feedback, carrying: number): Promise<boolean> {
  if (carrying <= revision) return false
  if (anchor.kind === 'whole') return true
  const [old, now, placed] = [
    await held.revision(revision),
    await held.revision(carrying),
    await held.placements(carrying),
  ]
  const wordsIn = (of: typeof old) => of?.blocks.find(({ id }) => id === anchor.block)?.text
  return placed.get(number)?.state !== 'exact' || wordsIn(old) !== wordsIn(now)
}

/** Where new feedback stands on its revision and on those that came while it was written. */
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
  before: Parameters<typeof placeAll>[0]['before'],
  after: Parameters<typeof placeAll>[0]['after'],
  anchor: Anchor,
  placement: Placement,
): Placement {
  const [next] = placeAll({ before, after, alignment: alignBlocks(before, after) }, [{ anchor, placement }])
  return next ?? placement
}
