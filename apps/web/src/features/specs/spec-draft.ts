import { deleteStored, readStored, writeStored } from '../../ui/browser-storage.ts'

/** A text that is not saved yet, its change note, and the revision that it is based on. */
export type SpecDraft = {
  title: string
  text: string
  base: number
  note?: string
  /** The request that was sent with its id and has no response yet. */
  sent?: SentText | undefined
  /** Set when another person stored a revision first: that author, and the revision that this draft is based on. */
  conflict?: RevisionConflict | undefined
}
export type RevisionConflict = { from: number; by: string }
export type SentText = { once: string; title: string; text: string; base: number; note: string }

const nameOf = (key: string) => `assay-spec:${key}`

/** Null without a draft, or when the browser has no storage. */
export function readDraft(key: string): SpecDraft | null {
  const stored = readStored(nameOf(key))
  if (typeof stored !== 'object' || stored === null) return null
  if (!('title' in stored) || !('text' in stored) || !('base' in stored)) return null
  const { title, text, base } = stored
  if (typeof title !== 'string' || typeof text !== 'string' || typeof base !== 'number') return null
  const note = 'note' in stored && typeof stored.note === 'string' ? stored.note : ''
  return {
    title,
    text,
    base,
    note,
    sent: 'sent' in stored && isSent(stored.sent) ? stored.sent : undefined,
    conflict: readConflict(stored),
  }
}

/** @returns false when the storage of the browser is full or forbidden. */
export const writeDraft = (key: string, draft: SpecDraft): boolean => writeStored(nameOf(key), draft)

const isSent = (sent: unknown): sent is SentText =>
  typeof sent === 'object' &&
  sent !== null &&
  ['once', 'title', 'text', 'note'].every((part) => typeof sent[part as keyof typeof sent] === 'string') &&
  'base' in sent &&
  typeof sent.base === 'number'

/** Drafts that an earlier version saved have the conflict under `second`. */
function readConflict(stored: object): RevisionConflict | undefined {
  const found = 'conflict' in stored ? stored.conflict : 'second' in stored ? stored.second : undefined
  return isConflict(found) ? found : undefined
}

const isConflict = (found: unknown): found is RevisionConflict =>
  typeof found === 'object' &&
  found !== null &&
  'from' in found &&
  typeof found.from === 'number' &&
  'by' in found &&
  typeof found.by === 'string'

export const deleteSpecDraft = (key: string): void => deleteStored(nameOf(key))
