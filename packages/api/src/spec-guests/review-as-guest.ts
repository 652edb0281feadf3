import { err, ok, type Result } from '@assay/domain/result'
import { withoutToday } from '@assay/domain/specs/evidence/evidence'
import { asSpecAction, GuestAction } from '@assay/domain/specs/guest-action'
import { stateAt } from '@assay/domain/specs/spec'
import type { AppError } from '../errors.ts'
import { parseInput } from '../http/parse-input.ts'
import type { Services } from '../services.ts'
import { actOnSpec } from '../specs/act-on-spec.ts'
import { readSpec } from '../specs/read-spec.ts'
import type { Reading } from './open-guest-link.ts'

/** The spec as its guest sees it: of the functional spec below it only its number, and nobody else who is invited. */
export async function readAsGuest(
  services: Services,
  { access, by, name }: Reading,
  { revision, now, sendsMail }: { revision: number | undefined; now: Date; sendsMail: boolean },
) {
  const read = await readSpec(services, access, by, { name, revision, now })
  if (!read.ok) return read
  const { id, createdAt, updatedAt, state, placements, seals, appendixSha256, changedSince, rights, mine } = read.value
  const { parent, spec, evidence, builtIn } = read.value
  const muted = await access.queries.listeners.mutedBy(by.who.key, id)
  // Named one by one, so that what pages of the project come to know is not theirs by itself.
  return ok({
    ...{ id, name, createdAt, updatedAt, state, placements, seals, appendixSha256, changedSince, rights, mine },
    revision: read.value.revision,
    spec: { ...spec, readers: [] },
    // What is frozen is a part of the text; what the project says today is not.
    evidence: withoutToday(evidence),
    parent: parent === null ? null : { ...parent, title: '' },
    reader: { name: by.who.name, muted: sendsMail ? { ...muted, all: false } : null },
    builtIn: builtIn.map(({ text }) => ({ text, known: null })),
    shownBy: [],
    supersedes: [],
    successor: null,
    imported: null,
    checks: [],
    missing: [],
  })
}

export async function actAsGuest(
  services: Services,
  { access, by, name }: Reading,
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
