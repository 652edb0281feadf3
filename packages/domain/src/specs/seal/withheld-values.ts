import { currentLeaves, type SealLink } from './seal-chain.ts'

/** A difference that no recorded action explains. */
export type SealProblem = {
  /** Number of the link that it is in; null for a value of the spec itself. */
  link: number | null
  /** Path of the value, such as `/feedback/3/body`; null for the link as a whole. */
  path: string | null
  message: string
}

/** Actions that remove values of earlier links, whose hashes stay. */
const REMOVING_KINDS: ReadonlySet<string> = new Set(['redact', 'pseudonym'])

/** Values that a visitor of a public link does not get: names of reviewers, other revisions and their figures. */
const NOT_PUBLIC = /^\/(?:spec\/reviewers|revisions|figures)\//

/**
 * Finds values that were removed from a chain although no redaction explains it. Without value and salt a leaf still
 * has its hash, so a text could otherwise be deleted from the spec and from its seal at the same time.
 *
 * @param isPartial true for a file of a public link, which has only values that its visitors see
 */
export function withheldProblems(chain: readonly SealLink[], isPartial: boolean): SealProblem[] {
  const current = new Set(currentLeaves(chain).values())
  const lastRemoval = chain.findLastIndex(({ kind }) => REMOVING_KINDS.has(kind))
  return chain.flatMap(({ number, leaves }, at) =>
    leaves.flatMap((leaf): SealProblem[] => {
      if (leaf.salt !== undefined) return []
      // A redaction states the new value of each path, so the newest value of a path is never removed.
      const isExplained = current.has(leaf) ? isPartial && NOT_PUBLIC.test(leaf.path) : isPartial || at < lastRemoval
      return isExplained ? [] : [{ link: number, path: leaf.path, message: 'It was removed without a record.' }]
    }),
  )
}
