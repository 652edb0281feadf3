import { currentRound, type PersonRef, type Spec } from '../spec.ts'

/** The actor of an action and the role in the project. Tokens with the scope write act as authors. */
export type By = { person: PersonRef; role: 'maintainer' | 'author' | 'viewer' | 'none' }

export const SPEC_RIGHTS = [
  'view',
  'feedback',
  'answer',
  'draft-answer',
  'edit',
  'steer',
  'record',
  'hand-over',
] as const
export type SpecRight = (typeof SPEC_RIGHTS)[number]

/**
 * Rights on a spec by role, for people who can find it:
 *
 * | | view | feedback | answer | edit | steer | record for others | hand over, redact |
 * | anybody who reads the project | once reviewed | no | no | no | no | no | no |
 * | invited reader | yes | yes | no | no | no | no | no |
 * | viewer of the project | once reviewed | yes | no | no | no | no | no |
 * | author of the project | yes | yes | no | no | no | no | no |
 * | scribe of the round | yes | yes | as a draft | no | no | in the meeting | no |
 * | owner or co-author | yes | on others' | yes | yes | yes | yes | redact |
 * | maintainer | yes | yes | no, it is not their voice | no | no | no | yes |
 */
export function may(spec: Spec, { person, role }: By, right: SpecRight): boolean {
  // Owners and co-authors who left the project, or are viewers now, lose their rights on their specs.
  const writes = isAuthorOf(spec, person) && (role === 'author' || role === 'maintainer')
  const isScribe = currentRound(spec)?.scribe?.key === person.key
  const isInvited = spec.readers.some((reviewer) => reviewer.who.key === person.key)
  switch (right) {
    case 'view':
      return spec.rounds.length > 0 || writes || isInvited || role === 'author' || role === 'maintainer'
    case 'feedback':
      return !writes && (isInvited || isScribe || role !== 'none')
    case 'answer':
    case 'edit':
    case 'steer':
      return writes
    case 'draft-answer':
      return writes || isScribe
    case 'record':
      return writes || isScribe
    case 'hand-over':
      return writes || role === 'maintainer'
  }
}

export const isAuthorOf = ({ owner, coAuthors }: Pick<Spec, 'owner' | 'coAuthors'>, { key }: PersonRef): boolean =>
  owner.key === key || coAuthors.some((author) => author.key === key)
