import type { PersonRef } from '../spec.ts'

const KINDS = ['guest', 'token'] as const

/** A person as a file has them: by name, and for guests and tokens with their kind, but without their account. */
export function withoutAccount({ key, name }: PersonRef): PersonRef {
  const kind = personKind({ key, name })
  return { key: kind === null ? `name:${name}` : nameOf(kind, name), name }
}

/** The name of a person as the appendix shows it; guests and tokens of programs are named as such: `Rita (guest)`. */
export function personText(person: PersonRef): string {
  const kind = personKind(person)
  return kind === null ? person.name : `${person.name} (${kind})`
}

/** `guest` or `token`; null for everybody else. */
export const personKind = ({ key, name }: PersonRef) =>
  KINDS.find((kind) => key.startsWith(`${kind}:`) || key === nameOf(kind, name)) ?? null

/** The key of a guest or token that is known by name only. */
const nameOf = (kind: (typeof KINDS)[number], name: string): string => `name:${kind}/${name}`
