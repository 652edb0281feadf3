import { err, ok, type Result } from '../../result.ts'
import { distinctPerson } from '../distinct-name.ts'
import type { Spec } from '../spec.ts'
import type { SpecAction } from './actions.ts'
import { isAuthorOf } from './permissions.ts'
import { type Refusal, unknown } from './refusal.ts'

type PeopleAction = Extract<SpecAction, { kind: 'invite' | 'uninvite' | 'add-author' | 'hand-over' }>

/** Applies an action on the reviewers or the authors of a spec; an author is never a reviewer. */
export function peopleAction(spec: Spec, action: PeopleAction, at: string): Result<Spec, Refusal> {
  const readersWithout = (key: string) => spec.readers.filter(({ who }) => who.key !== key)
  switch (action.kind) {
    case 'invite': {
      const { email, role } = action
      const person = distinctPerson(spec, action.who)
      if (isAuthorOf(spec, person)) return err(unknown('Authors cannot review their own spec.'))
      return ok({ ...spec, readers: [...readersWithout(person.key), { who: person, email, role, invitedAt: at }] })
    }
    case 'uninvite': {
      const readers = readersWithout(action.key)
      if (readers.length === spec.readers.length) return err(unknown('This person is not invited.'))
      return ok({ ...spec, readers })
    }
    case 'add-author': {
      const person = distinctPerson(spec, action.who)
      if (isAuthorOf(spec, person)) return err(unknown('This person is an author already.'))
      return ok({ ...spec, coAuthors: [...spec.coAuthors, person], readers: readersWithout(person.key) })
    }
    case 'hand-over': {
      const to = distinctPerson(spec, action.to)
      const coAuthors = spec.coAuthors.filter(({ key }) => key !== to.key)
      return ok({ ...spec, owner: to, coAuthors, readers: readersWithout(to.key) })
    }
  }
}
