import type { Candidate } from '../../trpc/api-types.ts'

/** A person of a list of invitations: a member of the project, or a guest with an e-mail. */
export type Invited =
  | { kind: 'member'; personId: string; name: string }
  | { kind: 'guest'; reader: string; email: string }
  | { kind: 'unknown'; line: string }

const ADDRESS = /^(.*?)<?([^\s<>@]+@[^\s<>@]+\.[^\s<>@]+)>?$/

/**
 * Reads people from lines or a list with commas: the name of a member, an e-mail, or `Ann Alvarez <ann@lab.test>`. A
 * guest without a name is called by the first part of the e-mail.
 */
export function readInvited(text: string, members: readonly Candidate[]): Invited[] {
  const lines = text.split(/[\n,;]/).flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
  return [...new Set(lines)].map((line) => {
    const named = members.filter(({ name }) => name.toLowerCase() === line.toLowerCase())
    const [member] = named
    if (member !== undefined && named.length === 1) return { kind: 'member', ...member }
    const [, name = '', email] = ADDRESS.exec(line) ?? []
    if (email === undefined) return { kind: 'unknown', line }
    const reader = name.replaceAll('"', '').trim()
    return { kind: 'guest', reader: reader === '' ? (email.split('@')[0] ?? email) : reader, email }
  })
}
