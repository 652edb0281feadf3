'use client'

import { useCallback, useEffect, useState } from 'react'

/**
 * What somebody types, kept in this browser until it is stored: a closed tab, a crash or a server that is away loses
 * nothing. `read` makes the value of what was kept, or of null.
 */
export function useKept<T>(key: string, read: (kept: unknown) => T): [T, (change: (value: T) => T) => void] {
  const [value, setValue] = useState<T>(() => read(null))
  useEffect(() => {
    const kept = readKept(key)
    if (kept !== null) setValue(read(kept))
  }, [key, read])
  const change = useCallback(
    (make: (value: T) => T) => {
      setValue((before) => {
        const after = make(before)
        keep(key, after)
        return after
      })
    },
    [key],
  )
  return [value, change]
}

function readKept(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Full or forbidden: what was typed is in the page still.
  }
}
