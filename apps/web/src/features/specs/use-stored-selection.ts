'use client'

import { useEffect, useRef } from 'react'
import { deleteStored, readStored, writeStored } from '../../ui/browser-storage.ts'
import { type SpecSelection, setSelection } from './spec-selection.ts'

/**
 * Stores the selection of a comment with its draft. Otherwise the draft would return as a comment on the whole spec.
 */
export function useStoredSelection(
  spec: string,
  picked: SpecSelection | null,
  onRestored: (picked: SpecSelection | null) => void,
): void {
  const key = `assay-picked:${spec}`
  const restored = useRef(onRestored)
  useEffect(() => {
    if (readStored(`assay-form:${spec}/feedback`) === null) return
    const stored = readStored(key)
    const selection = isSelection(stored) ? stored : null
    if (selection !== null) setSelection(selection)
    restored.current(selection)
  }, [key, spec])
  useEffect(() => {
    // A reloaded page has no selection, which does not mean that the reader cleared it.
    if (picked === null) return
    writeStored(key, picked)
    return () => deleteStored(key)
  }, [key, picked])
}

const isSelection = (value: unknown): value is SpecSelection =>
  typeof value === 'object' &&
  value !== null &&
  ['kind', 'block', 'quote', 'prefix', 'suffix'].every(
    (part) => part in value && typeof value[part as keyof typeof value] === 'string',
  )
