import type { RunIndex } from './run-index.ts'

/**
 * Caches results for a run index by key until the index changes; at most the last `max` per revision. Cached values are
 * shared and must not be changed.
 */
export function memoByRevision<T>(max: number): (runIndex: RunIndex, question: string, answer: () => T) => T {
  const known = new WeakMap<RunIndex['revision'], Map<string, T>>()
  return ({ revision }, question, answer) => {
    const answers = known.get(revision) ?? new Map<string, T>()
    known.set(revision, answers)
    const found = answers.get(question)
    if (found !== undefined) return found
    const made = answer()
    answers.set(question, made)
    const oldest = answers.keys().next().value
    if (answers.size > max && oldest !== undefined) answers.delete(oldest)
    return made
  }
}
