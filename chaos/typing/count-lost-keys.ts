/** A typed text: the stored versions on the server, oldest first, and the text in its field. */
export type TypedText = {
  typed: string
  stored: readonly string[]
  field: string
  /**
   * `newest` when a newer text replaces the one before, as a response does; `all` when it is added, as a comment is.
   */
  joins: 'newest' | 'all'
}

/** Counts the typed keys that are neither stored nor in the field. */
export function countLost({ typed, stored, field, joins }: TypedText): number {
  const had = joins === 'all' ? stored.join('') : (stored.at(-1) ?? '')
  const covered = [had, field, had + field].map((text) => sharedLength(typed, text))
  return typed.length - Math.max(...covered)
}

/**
 * Counts the keys that are stored more often than they were typed: the same text twice, or a text and its beginning
 * again.
 */
export function countDoubled({ typed, stored, joins }: Pick<TypedText, 'typed' | 'stored' | 'joins'>): number {
  if (joins === 'all') return Math.max(0, stored.join('').length - typed.length)
  const again = stored.filter((text, at) => stored.indexOf(text) !== at)
  return again.join('').length
}

function sharedLength(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at
}
