import type { Candidate } from './experiment.ts'

/**
 * Distance of a candidate from the most similar earlier one: 1 minus the Jaccard similarity of the lines of their diffs,
 * or of the words of their descriptions where one has no diff. 0 for a repetition of an earlier candidate.
 *
 * @returns null for the base.
 */
export function noveltyOf(candidate: Candidate, all: readonly Candidate[]): number | null {
  if (candidate.number === 0) return null
  const earlier = all.filter(({ number }) => number < candidate.number)
  const similarities = earlier.map((other) => {
    if (candidate.commit !== null && candidate.commit === other.commit) return 1
    const byDiff = candidate.diff !== null && other.diff !== null
    const parts = ({ diff, description }: Candidate) =>
      new Set(byDiff ? (diff ?? '').split('\n').map((line) => line.trim()) : description.toLowerCase().split(/\W+/))
    return similarity(parts(candidate), parts(other))
  })
  return 1 - Math.max(0, ...similarities)
}

function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [own, other] = [a, b].map((parts) => [...parts].filter((part) => part !== ''))
  const shared = (own ?? []).filter((part) => b.has(part)).length
  const all = (own ?? []).length + (other ?? []).length - shared
  return all === 0 ? 0 : shared / all
}
