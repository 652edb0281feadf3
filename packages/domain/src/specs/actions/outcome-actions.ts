import { err, ok, type Result } from '../../result.ts'
import { readSpecName, type Spec, specName } from '../spec.ts'
import type { SpecAction } from './actions.ts'
import { changeRound } from './meeting-actions.ts'
import type { By } from './permissions.ts'
import { type Refusal, unknown } from './refusal.ts'
import { missingForResolve } from './resolve-guard.ts'
import type { Known } from './transition.ts'

type OutcomeAction = Extract<SpecAction, { kind: 'resolve' | 'withdraw' | 'reopen' | 'supersede' | 'mark' }>

/** Applies an action that ends a review, opens a new round, or records the outcome. */
export function outcomeAction(spec: Spec, action: OutcomeAction, by: By, known: Known): Result<Spec, Refusal> {
  const at = known.now.toISOString()
  switch (action.kind) {
    case 'resolve': {
      const missing = missingForResolve(spec, known)
      if (missing.length > 0) return err({ code: 'missing', missing })
      return ok(changeRound({ ...spec, state: 'resolved' }, (round) => ({ ...round, endedAt: at, end: 'resolved' })))
    }
    case 'withdraw': {
      const ended = { reason: action.reason, successor: null, by: by.person, at }
      return ok(
        changeRound({ ...spec, state: 'withdrawn', ended }, (round) => ({ ...round, endedAt: at, end: 'withdrawn' })),
      )
    }
    case 'reopen':
      return ok({ ...spec, state: 'draft', ended: null, outcome: null })
    case 'supersede': {
      const successor = readSpecName(action.successor)
      if (successor === null || specName(successor) === specName(spec)) {
        return err(unknown('Name the spec of this project that supersedes it, such as FS-12.'))
      }
      const ended = { reason: action.reason, successor: specName(successor), by: by.person, at }
      return ok({ ...spec, state: 'superseded', ended })
    }
    case 'mark':
      return markOutcome(spec, action, by, at)
  }
}

function markOutcome(
  spec: Spec,
  { outcome: kind, note, versions, runs }: Extract<OutcomeAction, { kind: 'mark' }>,
  by: By,
  at: string,
): Result<Spec, Refusal> {
  const missing = (message: string) => err({ code: 'missing' as const, missing: [{ code: 'outcome', message }] })
  if (kind === 'built' && versions.length + runs.length === 0 && note === '') {
    return missing('Name a version or a run in which it was built, or describe it.')
  }
  if (kind === 'abandoned' && note === '') return missing('Enter the reason why it was abandoned.')
  return ok({ ...spec, outcome: { kind, note, versions, runs, by: by.person, at } })
}
