/** What became of a text that was typed: what the server has of it, oldest first, and what stands in its field. */
export type Kept = {
  typed: string
  stored: readonly string[]
  field: string
  /** Whether a newer text stands in for the one before, as an answer does, or follows it, as another point does. */
  joins: 'newest' | 'all'
}

/** How many of the keys that were typed are neither stored nor in the field. */
export function countLost({ typed, stored, field, joins }: Kept): number {
  const had = joins === 'all' ? stored.join('') : (stored.at(-1) ?? '')
  const covered = [had, field, had + field].map((text) => sharedLength(typed, text))
  return typed.length - Math.max(...covered)
}

/** How many keys are stored more often than they were typed: the same text twice, or a text and its beginning again. */
export function countDoubled({ typed, stored, joins }: Pick<Kept, 'typed' | 'stored' | 'joins'>): number {
  if (joins === 'all') return Math.max(0, stored.join('').length - typed.length)
  const again = stored.filter((text, at) => stored.indexOf(text) !== at)
  return again.join('').length
}

function sharedLength(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at
}
