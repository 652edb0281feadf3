import { findingPath } from '../../paths.ts'

/** The position of a finding in a list, and the addresses of those before and after it. */
export type FindingNeighbors = { position: number; count: number; previous: string | null; next: string | null }

/**
 * Returns null for a finding that is not in the list, such as one that was triaged since.
 *
 * @param ids the findings of the list in its order
 * @param query filters of the list, which stay in the addresses
 */
export function findingNeighbors(
  ids: readonly string[],
  { project, id, query }: { project: string; id: string; query: string },
): FindingNeighbors | null {
  const at = ids.indexOf(id)
  if (at < 0) return null
  const hrefOf = (other: string | undefined) => (other === undefined ? null : findingPath(project, other, query))
  return { position: at + 1, count: ids.length, previous: hrefOf(ids[at - 1]), next: hrefOf(ids[at + 1]) }
}
