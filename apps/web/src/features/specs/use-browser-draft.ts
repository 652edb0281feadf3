'use client'

import { useCallback, useEffect, useState } from 'react'

/**
 * State that is stored in this browser until the server has it, so that a closed tab, a crash or an unreachable server
 * loses nothing. `read` creates the value from the stored one, or from null.
 */
export function useBrowserDraft<T>(key: string, read: (stored: unknown) => T): [T, (change: (value: T) => T) => void] {
  const [value, setValue] = useState<T>(() => read(null))
  useEffect(() => {
    const stored = readStored(key)
    if (stored !== null) setValue(read(stored))
  }, [key, read])
  const change = useCallback(
    (make: (value: T) => T) => {
      setValue((before) => {
        const after = make(before)
        store(key, after)
        return after
      })
    },
    [key],
  )
  return [value, change]
}

function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

function store(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // The storage is full or forbidden; the text is still in the page.
  }
}
