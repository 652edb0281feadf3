'use client'

import { useCallback, useEffect, useState } from 'react'
import { readStored, writeStored } from '../../ui/browser-storage.ts'

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
        // Without storage the text is still in the page.
        writeStored(key, after)
        return after
      })
    },
    [key],
  )
  return [value, change]
}
