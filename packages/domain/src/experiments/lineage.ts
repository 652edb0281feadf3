import type { Candidate } from './experiment.ts'

/** A candidate in the tree of lineage, below its first parent. */
export type LineageNode<C extends Candidate = Candidate> = {
  candidate: C
  /** Numbers of its parents except the first. */
  otherParents: readonly number[]
  children: readonly LineageNode<C>[]
}

/** The candidates as a tree: each is below its first parent, and the base is the root. */
export function lineageOf<C extends Candidate>(candidates: readonly C[]): LineageNode<C>[] {
  const numbers = new Set(candidates.map(({ number }) => number))
  // A parent has a smaller number, so there are no cycles.
  const parentOf = ({ number, parents }: C) => parents.find((one) => one < number && numbers.has(one)) ?? null
  const byParent = Map.groupBy(candidates, parentOf)
  const below = (parent: number | null): LineageNode<C>[] =>
    (byParent.get(parent) ?? []).map((candidate) => ({
      candidate,
      otherParents: candidate.parents.filter((one) => one !== (parent ?? 0)),
      children: below(candidate.number),
    }))
  return below(null)
}
