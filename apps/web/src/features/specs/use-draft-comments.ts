'use client'

import { useCallback, useEffect, useState } from 'react'
import { deleteStored, readStored, writeStored } from '../../ui/browser-storage.ts'

/** A comment that its writer has not sent yet. */
export type DraftComment = {
  id: string
  body: string
  anchor: object
  /** The selected words, for the list of drafts. */
  quote: string
  suggestion: string | null
  /** The revision that the writer read. */
  revision: number
}

type Drafts = {
  drafts: readonly DraftComment[]
  add: (draft: DraftComment) => void
  change: (id: string, body: string) => void
  remove: (ids: readonly string[]) => void
}

/**
 * Draft comments of a person on one spec, stored in this browser until they are sent. Each change reads the stored list
 * first, because another tab may have changed it.
 */
export function useDraftComments(key: string): Drafts {
  const [drafts, setDrafts] = useState<readonly DraftComment[]>([])
  useEffect(() => {
    const read = () => setDrafts(readDrafts(key))
    read()
    const onStorage = (event: StorageEvent) => event.key === key && read()
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [key])
  const edit = useCallback(
    (of: (drafts: readonly DraftComment[]) => readonly DraftComment[]) => {
      const changed = of(readDrafts(key))
      if (changed.length === 0) deleteStored(key)
      else writeStored(key, changed)
      setDrafts(changed)
    },
    [key],
  )
  return {
    drafts,
    add: (draft) => edit((all) => [...all, draft]),
    change: (id, body) => edit((all) => all.map((one) => (one.id === id ? { ...one, body } : one))),
    remove: (ids) => edit((all) => all.filter(({ id }) => !ids.includes(id))),
  }
}

function readDrafts(key: string): DraftComment[] {
  const stored = readStored(key)
  return Array.isArray(stored) ? stored.filter(isDraft) : []
}

const isDraft = (value: unknown): value is DraftComment =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'body', 'anchor', 'quote', 'suggestion', 'revision'].every((field) => field in value)
