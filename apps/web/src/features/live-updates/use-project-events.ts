'use client'

import { useEffect, useRef, useState } from 'react'
import { projectEventsPath } from '../../paths.ts'
import type { Changes } from './describe-changes.ts'

const FIRST_RETRY_MS = 10_000
const MAX_RETRY_MS = 5 * 60_000

const NONE: ProjectEvents = { changes: {}, isIncomplete: false }

/** Called for each message about a person who is editing the spec. */
type OnEditing = (name: string) => void

/** Changes since the page was loaded; `isIncomplete` when there can be more of them than were received. */
export type ProjectEvents = { changes: Changes; isIncomplete: boolean }

export type Source = {
  project: string
  /** Name of a spec, whose events are received then; null for runs and findings. */
  spec: string | null
  /** The position of the page in the stream, and the time before which it shows everything (`getEventPosition`). */
  after: string | null
  since: number
}

/**
 * Receives the changes that others make to a project or a spec while its page is open. A hidden page is not connected,
 * because a browser opens few connections to one server, and resumes when it is shown.
 *
 * @returns the changes, and a function that forgets them.
 */
export function useProjectEvents(
  { project, spec, after, since }: Source,
  onEditing: OnEditing = ignore,
): [ProjectEvents, () => void] {
  const listener = useRef(onEditing)
  listener.current = onEditing
  const [events, setEvents] = useState(NONE)
  useEffect(() => {
    setEvents(NONE)
    let last = after
    let source: EventSource | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let retryMs = FIRST_RETRY_MS
    let hasEnded = false

    const disconnect = () => {
      clearTimeout(timer)
      source?.close()
      source = null
    }
    const connect = () => {
      disconnect()
      if (hasEnded) return
      const opened = new EventSource(projectEventsPath(project, { spec, after: last, since }))
      source = opened
      const on = (name: string, handle: (data: unknown) => void) =>
        opened.addEventListener(name, (message) => {
          if (message.lastEventId !== '') last = message.lastEventId
          handle(JSON.parse(message.data))
        })
      on('ready', () => {
        retryMs = FIRST_RETRY_MS
      })
      on('change', (data) => setEvents((before) => added(before, data)))
      on('editing', (data) => listener.current(nameIn(data)))
      on('reload', () => setEvents(({ changes }) => ({ changes, isIncomplete: true })))
      on('end', () => {
        hasEnded = true
        disconnect()
      })
      opened.onerror = () => {
        // The browser connects again by itself, except after a refusal.
        if (opened.readyState !== EventSource.CLOSED) return
        disconnect()
        timer = setTimeout(connect, retryMs)
        retryMs = Math.min(2 * retryMs, MAX_RETRY_MS)
      }
    }
    const follow = () => (document.visibilityState === 'visible' ? connect() : disconnect())
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      disconnect()
    }
  }, [project, spec, after, since])
  return [events, () => setEvents(NONE)]
}

const ignore: OnEditing = () => undefined

const nameIn = (data: unknown): string =>
  typeof data === 'object' && data !== null && 'name' in data ? String(data.name) : ''

function added({ changes, isIncomplete }: ProjectEvents, data: unknown): ProjectEvents {
  if (typeof data !== 'object' || data === null || !('change' in data) || !('count' in data)) return NONE
  const change = String(data.change)
  return { changes: { ...changes, [change]: (changes[change] ?? 0) + Number(data.count) }, isIncomplete }
}
