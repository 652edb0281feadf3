import { err, ok, type Result } from '../../result.ts'
import type { Spec } from '../spec.ts'
import type { SpecAction } from './actions.ts'
import type { By } from './permissions.ts'
import { type Refusal, unknown } from './refusal.ts'
import type { Known } from './transition.ts'

type RevisionAction = Extract<SpecAction, { kind: 'revise' | 'confirm-change' | 'add-erratum' | 'rebase' }>
type ActionOf<Kind extends RevisionAction['kind']> = Extract<RevisionAction, { kind: Kind }>

/** Applies an action on the revisions of the text, its errata, or the revision that a design spec builds on. */
export function revisionAction(spec: Spec, action: RevisionAction, by: By, known: Known): Result<Spec, Refusal> {
  switch (action.kind) {
    case 'revise':
      return revise(spec, action, by, known)
    case 'confirm-change':
      return confirmChange(spec, action, by, known)
    case 'add-erratum': {
      const { quote, text } = action
      const erratum = { number: spec.errata.length + 1, quote, text, by: by.person, at: known.now.toISOString() }
      return ok({ ...spec, errata: [...spec.errata, erratum] })
    }
    case 'rebase': {
      const { parent = null } = known
      if (spec.kind !== 'design' || parent === null) return err(unknown('Only a design spec builds on another.'))
      if (action.baseRevision > parent.revision) {
        return err(unknown(`${parent.name} has no revision ${action.baseRevision}.`))
      }
      return ok({ ...spec, baseRevision: action.baseRevision })
    }
  }
}

function revise(
  spec: Spec,
  { base, title, note }: ActionOf<'revise'>,
  { person }: By,
  { now, notEditorial = [] }: Known,
): Result<Spec, Refusal> {
  if (base !== spec.revision) return err({ code: 'conflict', revision: spec.revision })
  const revision = spec.revision + 1
  if (spec.state !== 'resolved') return ok({ ...spec, title, revision })
  if (notEditorial.length > 0) {
    return err({
      code: 'missing',
      missing: notEditorial.map((message) => ({ code: 'editorial', message: `${message} Open a new round for that.` })),
    })
  }
  const amendment = { revision, note, by: person, at: now.toISOString(), confirmed: null }
  return ok({ ...spec, title, revision, amendments: [...spec.amendments, amendment] })
}

function confirmChange(
  spec: Spec,
  { revision }: ActionOf<'confirm-change'>,
  { person }: By,
  { now }: Known,
): Result<Spec, Refusal> {
  const amendment = spec.amendments.find((one) => one.revision === revision)
  if (amendment === undefined) return err(unknown(`Revision ${revision} is not a change of a resolved text.`))
  if (amendment.confirmed !== null) return err(unknown('It is confirmed already.'))
  const confirmed = { ...amendment, confirmed: { by: person, at: now.toISOString() } }
  return ok({ ...spec, amendments: spec.amendments.map((one) => (one === amendment ? confirmed : one)) })
}
