'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import {
  deleteSpecDraft,
  type RevisionConflict,
  readDraft,
  type SentText,
  type SpecDraft,
  writeDraft,
} from './spec-draft.ts'

type Content = {
  title: string
  text: string
  base: number
  note: string
  sent: SentText | undefined
  conflict: RevisionConflict | undefined
}
type Initial = Pick<SpecDraft, 'title' | 'text' | 'base'>

/**
 * A draft that is saved in the browser with each key until it is stored on the server.
 *
 * @param key  identifies the spec.
 * @param stored  the text on the server.
 */
export function useSpecDraft(key: string, stored: Initial) {
  const first = useRef<Content>({ ...stored, note: '', sent: undefined, conflict: undefined })
  const [content, setContent] = useState(first.current)
  /** The latest text, rendered or not. */
  const newest = useRef(content)
  const [isReady, setIsReady] = useState(false)
  const [isTaken, setIsTaken] = useState(false)
  const [isSaved, setIsSaved] = useState(true)
  const show = useCallback((next: Content) => {
    newest.current = next
    setContent(next)
  }, [])

  useEffect(() => {
    setIsReady(true)
    const { current } = first
    const stored = readDraft(key)
    if (stored === null) return
    const { note = '', sent, conflict } = stored
    const isStored = sent !== undefined && sent.title === current.title && sent.text === current.text
    if (stored.title === current.title && stored.text === current.text) {
      // Only the change note was typed, or the text was stored although the response was lost.
      if (isStored || note === '') deleteSpecDraft(key)
      else show({ ...current, note })
      return
    }
    const base = isStored || stored.base === 0 ? current.base : stored.base
    show({ title: stored.title, text: stored.text, note, base, sent: isStored ? undefined : sent, conflict })
    setIsTaken(true)
  }, [key, show])

  return {
    content,
    newest,
    /** False until hydration; text that was typed before would be lost. */
    isReady,
    /** True when the text is a draft from before the page was opened. */
    isTaken,
    /** False when the browser could not store the draft. */
    isSaved,
    change(part: Partial<Content>): void {
      const next = { ...newest.current, ...part }
      show(next)
      setIsSaved(writeDraft(key, next))
    },
    /** Called when the text is stored as this revision; null means that the initial text is current. */
    drop(base: number | null): void {
      deleteSpecDraft(key)
      setIsTaken(false)
      if (base === null) show(first.current)
      else newest.current = { ...newest.current, base, sent: undefined, conflict: undefined }
    },
  }
}
