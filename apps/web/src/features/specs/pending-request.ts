import { deleteStored, readStored, writeStored } from '../../ui/browser-storage.ts'
import { newUuid } from './new-uuid.ts'

/** A request without a response yet, as the browser stores it. */
export type PendingRequest = {
  /** Idempotency key, so that the server stores the request once, however often it is sent. */
  once: string
  /** The typed text; another text is sent with a new id. */
  said: string
  action: object
}

const nameOf = (form: string) => `assay-sent:${form}`

/** @param form  name of the form and its spec */
export function readPendingRequest(form: string): PendingRequest | null {
  const stored = readStored(nameOf(form))
  if (typeof stored !== 'object' || stored === null) return null
  if (!('once' in stored) || !('said' in stored) || !('action' in stored)) return null
  const { once, said, action } = stored
  if (typeof once !== 'string' || typeof said !== 'string') return null
  return typeof action === 'object' && action !== null ? { once, said, action } : null
}

/**
 * Returns the request to send: the earlier one, with its id, when the text is the same and no response came. Without
 * storage it is lost when the page is closed.
 */
export function savePendingRequest(form: string, { said, action }: Omit<PendingRequest, 'once'>): PendingRequest {
  const before = readPendingRequest(form)
  if (before?.said === said && isSame(before.action, action)) return before
  const sent = { once: newUuid(), said, action }
  writeStored(nameOf(form), sent)
  return sent
}

/** A reloaded page may show a newer revision and a longer discussion, while the text of the request is the same. */
const isSame = (a: object, b: object): boolean =>
  JSON.stringify({ ...a, revision: null, seen: null }) === JSON.stringify({ ...b, revision: null, seen: null })

export const deletePendingRequest = (form: string): void => deleteStored(nameOf(form))
