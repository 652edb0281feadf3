import type { PersonRef } from '../spec.ts'

const KINDS: Record<string, string> = { guest: 'guest', token: 'token' }

/** The name of a person as the appendix shows it; guests and tokens of programs are named as such: `Rita (guest)`. */
export function personText({ key, name }: PersonRef): string {
  const kind = KINDS[key.split(':')[0] ?? '']
  return kind === undefined || !key.includes(':') ? name : `${name} (${kind})`
}
