/** A message about something that was done, shown for some seconds. */
export type Toast = { id: number; text: string }

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function replace(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a message that outlives the form or the page that caused it. */
export function showToast(text: string): void {
  lastId += 1
  // An older message with the same text would only repeat it.
  replace([...toasts.filter((toast) => toast.text !== text), { id: lastId, text }])
}

export const dismissToast = (id: number): void => replace(toasts.filter((toast) => toast.id !== id))

export const listToasts = (): readonly Toast[] => toasts

/** Returns the function that ends the subscription. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
