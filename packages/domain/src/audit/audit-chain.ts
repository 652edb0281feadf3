import { canonicalJson } from '../json/canonical-json.ts'

/** The audit log that a hash chain belongs to: of a project, of an organization, or of the server. */
export type AuditLogName = { kind: 'project' | 'organization' | 'server'; id: string }

/** The position of an event in the hash chain of its log. */
export type ChainLink = {
  /** Counts from 1 without gaps. */
  sequence: number
  /** Hash of the entry before; `FIRST_PREVIOUS` for the first one. */
  previous: string
  /** SHA-256 of `linkText`, hex. */
  hash: string
}

/** An entry of a log; `event` is null when the event of the link is missing. */
export type ChainEntry<Event> = { link: ChainLink; event: Event | null }

export type ChainHead = Pick<ChainLink, 'sequence' | 'hash'>

/** `removed`: the link has no event; `changed`: the event or its link has another hash; `gap`: links are missing before it. */
export type ChainProblem = { sequence: number; problem: 'removed' | 'changed' | 'gap' }

const FIRST_PREVIOUS = '0'.repeat(64)
export const EMPTY_HEAD: ChainHead = { sequence: 0, hash: FIRST_PREVIOUS }

/** The text that is hashed. It names the log, so that no entry can be copied to another log. */
export const linkText = (
  log: AuditLogName,
  { sequence, previous }: Pick<ChainLink, 'sequence' | 'previous'>,
  event: unknown,
): string => canonicalJson({ log, sequence, previous, event })

/** The text that is signed. The hash of the head covers all entries before it. */
export const headText = (log: AuditLogName, { sequence, hash }: ChainHead): string =>
  canonicalJson({ assayAuditHead: 1, log, sequence, hash })

/** Checks the entries of a log one by one, in their order. */
type ChainCheck = {
  add(entry: ChainEntry<unknown>): void
  /** The last entry that was added. */
  head(): ChainHead
  /** The first problem that was found. */
  problem(): ChainProblem | null
}

/** @param from the entry before the first one that will be added. */
export function createChainCheck(
  log: AuditLogName,
  sha256: (text: string) => string,
  from: ChainHead = EMPTY_HEAD,
): ChainCheck {
  let head = from
  let first: ChainProblem | null = null
  return {
    add({ link, event }) {
      const { sequence, hash } = link
      if (first === null) {
        const problem = problemOf()
        if (problem !== null) first = { sequence, problem }
      }
      head = { sequence, hash }

      function problemOf(): ChainProblem['problem'] | null {
        if (sequence !== head.sequence + 1) return 'gap'
        if (event === null) return 'removed'
        return link.previous === head.hash && sha256(linkText(log, link, event)) === hash ? null : 'changed'
      }
    },
    head: () => head,
    problem: () => first,
  }
}
