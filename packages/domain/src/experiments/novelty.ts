import type { Candidate } from './experiment.ts'

/** Lines of a diff, or words of a description, that are compared; of longer ones the first. */
const MAX_PARTS = 200

/**
 * Distance of each candidate from the most similar earlier one: 1 minus the Jaccard similarity of the lines of their
 * diffs, or of the words of their descriptions where one has no diff. 0 for a repetition of an earlier candidate.
 *
 * @param candidates in ascending order of their numbers.
 * @returns the distances by number, without the base.
 */
export function noveltyByNumber(candidates: readonly Candidate[]): Map<number, number> {
  const lines = new SharedParts()
  const words = new SharedParts()
  const novelty = new Map<number, number>()
  candidates.forEach((candidate, at) => {
    const byDiff = lines.add(candidate.diff === null ? null : partsOf(candidate.diff.split('\n')))
    const byDescription = words.add(partsOf(candidate.description.toLowerCase().split(/\W+/)))
    let highest = 0
    for (let other = 0; other < at && highest < 1; other++) {
      const { commit, diff } = candidates[other] ?? candidate
      const hasDiffs = candidate.diff !== null && diff !== null
      const isSame = candidate.commit !== null && candidate.commit === commit
      highest = Math.max(highest, isSame ? 1 : (hasDiffs ? byDiff : byDescription)(other))
    }
    if (candidate.number !== 0) novelty.set(candidate.number, 1 - highest)
  })
  return novelty
}

function partsOf(texts: readonly string[]): Set<string> {
  const parts = new Set<string>()
  for (const text of texts) {
    const part = text.trim()
    if (part !== '') parts.add(part)
    if (parts.size === MAX_PARTS) break
  }
  return parts
}

/** Counts the parts that a set shares with each earlier one, by the list of the sets that have a part. */
class SharedParts {
  readonly #having = new Map<string, number[]>()
  readonly #sizes: number[] = []

  /** Adds the next set; null leaves its place empty. @returns its Jaccard similarity to an earlier one, by position. */
  add(parts: ReadonlySet<string> | null): (earlier: number) => number {
    const at = this.#sizes.push(parts?.size ?? 0) - 1
    const shared = new Uint32Array(at)
    for (const part of parts ?? []) {
      const having = this.#having.get(part) ?? []
      for (const earlier of having) shared[earlier] = (shared[earlier] ?? 0) + 1
      having.push(at)
      this.#having.set(part, having)
    }
    return (earlier) => {
      const both = shared[earlier] ?? 0
      const all = (this.#sizes[at] ?? 0) + (this.#sizes[earlier] ?? 0) - both
      return all === 0 ? 0 : both / all
    }
  }
}
