import type { RunIndex } from './run-index.ts'

type Folded<State> = { state: State; added: number; updates: number }

/**
 * Derives a state from a list that an index only appends to, such as its runs: it starts with `create`, and `add` adds
 * one item. A call continues with the items that were added since the last one, so an upload costs as much as its own
 * runs. The state is made anew after an upload changed an existing entry, and after a run was removed, which replaces
 * the index.
 */
export function foldIndex<Item, State>(
  list: (runIndex: RunIndex) => readonly Item[],
  create: () => State,
  add: (state: State, item: Item, runIndex: RunIndex) => unknown,
): (runIndex: RunIndex) => State {
  const known = new WeakMap<RunIndex, Folded<State>>()
  return (runIndex) => {
    const { updates } = runIndex
    const before = known.get(runIndex)
    const folded = before?.updates === updates ? before : { state: create(), added: 0, updates }
    known.set(runIndex, folded)
    const items = list(runIndex)
    for (; folded.added < items.length; folded.added += 1) {
      const item = items[folded.added]
      if (item !== undefined) add(folded.state, item, runIndex)
    }
    return folded.state
  }
}

/** Computes a value of a list that an index only appends to, and again after the list became longer or an entry changed. */
export function memoByLength<Item, T>(
  list: (runIndex: RunIndex) => readonly Item[],
  compute: (items: readonly Item[]) => T,
): (runIndex: RunIndex) => T {
  const known = new WeakMap<RunIndex, { value: T; length: number; updates: number }>()
  return (runIndex) => {
    const { updates } = runIndex
    const items = list(runIndex)
    const before = known.get(runIndex)
    if (before?.length === items.length && before.updates === updates) return before.value
    const value = compute(items)
    known.set(runIndex, { value, length: items.length, updates })
    return value
  }
}

/** A value of an index when it had runs of this number of kinds. */
type Answer<T> = { value: T; kinds: number; updates: number }

/**
 * Caches the answers to the last `max` questions about each index. After runs of new kinds were added, `compute` gets
 * the answer before, to add those runs to it; it gets null the first time and after an entry changed.
 */
export function memoByQuestion<T>(max: number) {
  const known = new WeakMap<RunIndex, Map<string, Answer<T>>>()
  return (runIndex: RunIndex, question: string, compute: (before: Answer<T> | null) => T): T => {
    const answers = known.get(runIndex) ?? new Map<string, Answer<T>>()
    known.set(runIndex, answers)
    const { updates } = runIndex
    const { length: kinds } = runIndex.firstOfKind
    const last = answers.get(question)
    const before = last?.updates === updates ? last : null
    const value = before?.kinds === kinds ? before.value : compute(before)
    answers.delete(question) // A Map keeps the order of insertion, so that this question becomes the newest.
    answers.set(question, { value, kinds, updates })
    const oldest = answers.keys().next().value
    if (answers.size > max && oldest !== undefined) answers.delete(oldest)
    return value
  }
}
