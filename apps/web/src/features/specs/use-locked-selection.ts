'use client'

import { useState } from 'react'
import { type SpecSelection, selectedWords, setSelection, useSelection } from './spec-selection.ts'

/** The selection of a comment, which does not follow the pointer any more while the comment is written. */
export function useLockedSelection() {
  const live = useSelection()
  const [locked, setLocked] = useState<{ on: SpecSelection | null } | null>(null)
  const picked = locked === null ? live : locked.on
  const isNewer = live !== null && (picked === null || selectedWords(live) !== selectedWords(picked))
  return {
    picked,
    /** Text that was selected since. */
    newer: isNewer ? live : null,
    lock: (on: SpecSelection | null) => setLocked({ on }),
    unlock: () => setLocked(null),
    /** Forgets the selection, so that a comment is on the whole spec. */
    clear: () => {
      setLocked(null)
      setSelection(null)
    },
  }
}
