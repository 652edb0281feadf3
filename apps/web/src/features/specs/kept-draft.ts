/** A text that is not stored yet, and the revision that it was written on. */
export type KeptDraft = { title: string; text: string; base: number }

const nameOf = (key: string) => `assay-spec:${key}`

/** Null where there is none, and where the browser keeps nothing. */
export function readDraft(key: string): KeptDraft | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(nameOf(key)) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return null
    if (!('title' in kept) || !('text' in kept) || !('base' in kept)) return null
    const { title, text, base } = kept
    return typeof title === 'string' && typeof text === 'string' && typeof base === 'number'
      ? { title, text, base }
      : null
  } catch {
    return null
  }
}

export function writeDraft(key: string, draft: KeptDraft): void {
  try {
    localStorage.setItem(nameOf(key), JSON.stringify(draft))
  } catch {
    // Full or forbidden: the text is in the page still.
  }
}

export function dropDraft(key: string): void {
  try {
    localStorage.removeItem(nameOf(key))
  } catch {
    // As above.
  }
}
