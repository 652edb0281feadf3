'use client'

import type { ReportContent } from '@assay/domain/publish/report/report-content'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Backup, deleteBackup, readBackup, writeBackup } from './backup.ts'

/** Delay in milliseconds between the last key and saving. */
const PAUSE = 1_200
/** Delay in milliseconds after a failed save. */
const RETRY = 5_000

export type SaveState =
  | { kind: 'saved' }
  | { kind: 'typing' }
  | { kind: 'failed'; reason: string }
  /** Another person saved a text meanwhile: that text, and the copy of this one. */
  | { kind: 'second'; theirs: ReportContent; by: string; revision: number; copyId: string }

type Props = {
  project: string
  slug: string
  initial: { content: ReportContent; revision: number }
  /** Called when a new revision was saved. */
  onStored: () => void
}

/**
 * The text of a draft and its save state. It is saved a moment after the last key and when the tab is left; unsaved
 * text stays in the browser until it is saved, so that a closed tab loses nothing.
 */
export function useAutosavedDraft({ project, slug, initial, onStored }: Props) {
  const [content, setContent] = useState(initial.content)
  const [state, setState] = useState<SaveState>({ kind: 'saved' })
  // The timer and the save always use the newest state, regardless of the render that started them.
  const work = useRef({
    content: initial.content,
    revision: initial.revision,
    stored: initial.content,
    busy: false,
    stopped: false,
  })
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const key = `${project}/${slug}`

  const save = useCallback(async () => {
    clearTimeout(timer.current)
    const now = work.current
    if (now.busy || now.stopped) return
    if (isSame(now.content, now.stored)) {
      deleteBackup(key)
      return setState({ kind: 'saved' })
    }
    const sent = now.content
    if (sent.title.trim() === '') return setState({ kind: 'failed', reason: 'A report needs a title.' })
    now.busy = true
    const outcome = await send({ project, slug, content: sent, revision: now.revision })
    now.busy = false
    if (outcome.kind === 'failed') {
      setState(outcome)
      timer.current = setTimeout(() => void save(), RETRY)
    } else if (outcome.kind === 'second') {
      now.stopped = true
      deleteBackup(key)
      setState(outcome)
      onStored()
    } else {
      now.revision = outcome.revision
      now.stored = sent
      onStored()
      if (!isSame(now.content, sent)) return save()
      deleteBackup(key)
      setState({ kind: 'saved' })
    }
  }, [project, slug, key, onStored])

  const change = useCallback(
    (part: Partial<ReportContent>) => {
      const now = work.current
      now.content = { ...now.content, ...part }
      setContent(now.content)
      writeBackup(key, { content: now.content, revision: now.revision })
      if (now.stopped) return
      setState({ kind: 'typing' })
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void save(), PAUSE)
    },
    [key, save],
  )

  /** Continues with this text after a conflict, based on that revision. */
  const goOn = useCallback(
    (next: ReportContent, { revision, stored }: { revision: number; stored: ReportContent }) => {
      Object.assign(work.current, { content: next, revision, stored, stopped: false })
      setContent(next)
      setState({ kind: 'typing' })
      return save()
    },
    [save],
  )

  useEffect(() => {
    const backup: Backup | null = readBackup(key)
    if (backup !== null && !isSame(backup.content, work.current.stored)) {
      work.current.revision = backup.revision
      change(backup.content)
    }
  }, [key, change])

  useEffect(() => {
    const onHidden = () => {
      if (document.visibilityState === 'hidden') void save()
    }
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      clearTimeout(timer.current)
      void save()
    }
  }, [save])

  return { content, state, change, save, goOn }
}

const isSame = (a: ReportContent, b: ReportContent) => a.title === b.title && a.tldr === b.tldr && a.text === b.text

type Sent = { project: string; slug: string; content: ReportContent; revision: number }
type Outcome = { kind: 'stored'; revision: number } | Extract<SaveState, { kind: 'failed' | 'second' }>

async function send({ project, slug, content, revision }: Sent): Promise<Outcome> {
  const { client } = await import('../../../trpc/client.ts')
  const { failureText } = await import('../../../trpc/failure-text.ts')
  try {
    const answer = await client.reports.save.mutate({ project, slug, draft: { ...content, revision } })
    if (answer.revision !== null) return { kind: 'stored', revision: answer.revision }
    const draft = await client.reports.draft.query({ project, slug })
    return {
      kind: 'second',
      theirs: draft.content,
      by: draft.savedBy,
      revision: draft.revision,
      copyId: answer.copyId ?? '',
    }
  } catch (error) {
    return { kind: 'failed', reason: failureText(error) }
  }
}
