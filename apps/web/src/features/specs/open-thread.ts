'use client'

import { useSyncExternalStore } from 'react'

let open: number | null = null
const listeners = new Set<() => void>()

/** Shows the thread of a comment next to the text, on a small screen over its lower half; null closes it. */
export function openThread(number: number | null): void {
  open = number
  for (const notify of listeners) notify()
}

export const useOpenThread = (): number | null =>
  useSyncExternalStore(
    subscribe,
    () => open,
    () => null,
  )

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
