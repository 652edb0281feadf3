'use client'

import { useEffect } from 'react'
import { type Picked, setPicked } from './picked.ts'

/**
 * Stores the selection of a comment with its draft. Otherwise the draft would return as a comment on the whole spec.
 */
export function useKeptPick(spec: string, picked: Picked | null): void {
  const key = `assay-picked:${spec}`
  useEffect(() => {
    const kept = readKept(key)
    if (isPicked(kept) && readKept(`assay-form:${spec}/feedback`) !== null) setPicked(kept)
  }, [key, spec])
  useEffect(() => {
    // Nothing is picked on a page that was opened anew; that is no choice of its reader.
    if (picked === null) return
    keep(key, picked)
    return () => keep(key, null)
  }, [key, picked])
}

const isPicked = (kept: unknown): kept is Picked =>
  typeof kept === 'object' &&
  kept !== null &&
  ['kind', 'block', 'quote', 'prefix', 'suffix'].every(
    (part) => part in kept && typeof kept[part as keyof typeof kept] === 'string',
  )

function readKept(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

function keep(key: string, picked: Picked | null): void {
  try {
    if (picked === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(picked))
  } catch {
    // Full or forbidden: it is picked in the page still.
  }
}
