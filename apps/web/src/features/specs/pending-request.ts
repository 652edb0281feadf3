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
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(nameOf(form)) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return null
    if (!('once' in stored) || !('said' in stored) || !('action' in stored)) return null
    const { once, said, action } = stored
    if (typeof once !== 'string' || typeof said !== 'string') return null
    return typeof action === 'object' && action !== null ? { once, said, action } : null
  } catch {
    return null
  }
}

/** Returns the request to send: the earlier one, with its id, when the text is the same and no response came. */
export function savePendingRequest(form: string, { said, action }: Omit<PendingRequest, 'once'>): PendingRequest {
  const before = readPendingRequest(form)
  if (before?.said === said && isSame(before.action, action)) return before
  const sent = { once: newUuid(), said, action }
  try {
    localStorage.setItem(nameOf(form), JSON.stringify(sent))
  } catch {
    // The storage is full or forbidden; the request is then lost only when the page is closed.
  }
  return sent
}

/** A reloaded page may show a newer revision and a longer discussion, while the text of the request is the same. */
const isSame = (a: object, b: object): boolean =>
  JSON.stringify({ ...a, revision: null, seen: null }) === JSON.stringify({ ...b, revision: null, seen: null })

export function deletePendingRequest(form: string): void {
  try {
    localStorage.removeItem(nameOf(form))
  } catch {
    // The storage is forbidden, so there is nothing to delete.
  }
}
