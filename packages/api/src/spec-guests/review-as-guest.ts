import { err, ok, type Result } from '@assay/domain/result'
import { asSpecAction, GuestAction } from '@assay/domain/specs/actions/guest-action'
import { withoutToday } from '@assay/domain/specs/evidence/evidence'
import { stateAt } from '@assay/domain/specs/spec'
import type { AppError } from '../errors.ts'
import { parseInput } from '../http/parse-input.ts'
import type { Services } from '../services.ts'
import { actOnSpec } from '../specs/act-on-spec.ts'
import { readSpec } from '../specs/read-spec.ts'
import type { GuestReview } from './open-guest-link.ts'

/** The spec as a guest sees it: without the title of its functional spec and without the other reviewers. */
export async function getSpecAsGuest(
  services: Services,
  { access, by, name }: GuestReview,
  { revision, now, sendsMail }: { revision: number | undefined; now: Date; sendsMail: boolean },
) {
  const read = await readSpec(services, access, by, { name, revision, now })
  if (!read.ok) return read
  const { id, createdAt, updatedAt, state, placements, seals, appendixSha256, changedSince, rights, mine } = read.value
  const { parent, spec, evidence, builtIn } = read.value
  const muted = await access.queries.specSubscriptions.findMuted(by.person.key, id)
  // Fields are listed explicitly, so that a field that is added for members is not shown to guests by accident.
  return ok({
    ...{ id, name, createdAt, updatedAt, state, placements, seals, appendixSha256, changedSince, rights, mine },
    revision: read.value.revision,
    spec: { ...spec, readers: [] },
    // Frozen figures belong to the text; current figures of the project do not.
    evidence: withoutToday(evidence),
    parent: parent === null ? null : { ...parent, title: '' },
    reader: { name: by.person.name, muted: sendsMail ? { ...muted, all: false } : null },
    builtIn: builtIn.map(({ text }) => ({ text, known: null })),
    shownBy: [],
    supersedes: [],
    successor: null,
    imported: null,
    checks: [],
    missing: [],
    me: by.person.key,
    confirmableRedactions: read.value.confirmableRedactions,
    suggestedRevisions: [],
    seal: null,
    resolvedRevision: null,
  })
}

export async function actAsGuest(
  services: Services,
  { access, by, name }: Pick<GuestReview, 'access' | 'by' | 'name'>,
  input: unknown,
  { now, once }: { now: Date; once: string | undefined },
): Promise<Result<{ state: string; feedback: number }, AppError>> {
  const action = parseInput(GuestAction, input)
  if (!action.ok) return action
  const sent = once === undefined ? undefined : { once }
  const done = await actOnSpec(services, access, by, { name, input: asSpecAction(action.value), now, sent })
  if (!done.ok) return err(done.error)
  const { spec } = done.value
  return ok({ state: stateAt(spec, now), feedback: spec.feedback.length })
}
