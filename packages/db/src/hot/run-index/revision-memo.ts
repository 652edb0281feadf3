import type { RunIndex } from './run-index.ts'

/**
 * Keeps answers about a run index until it changes, by the text of their question: the last `max` of each revision.
 * Answers are shared, so nobody may change them.
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
