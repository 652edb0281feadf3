'use client'

import { useRouter } from 'next/navigation'
import { type UIEvent, useEffect, useRef, useState } from 'react'
import type { SeenState } from '../../trpc/api-types.ts'
import { useProjectEvents } from '../live-updates/use-project-events.ts'
import style from './live-log.module.css'

type Props = {
  project: string
  attemptId: string
  isRunning: boolean
  first: { text: string; next: number }
  position: SeenState | null
}

/** Visitors without an account receive no events, so the log is also read at this interval while the attempt runs. */
const READ_MS = 10_000

/** The output of an attempt. While it runs, new output is appended, and at its end the page is loaded again. */
export function LiveLog(props: Props) {
  return props.position === null ? <Log {...props} changes={0} /> : <Followed {...props} position={props.position} />
}

function Followed(props: Props & { position: SeenState }) {
  const [{ changes }] = useProjectEvents({ project: props.project, spec: null, ...props.position })
  return <Log {...props} changes={changes['run-request'] ?? 0} />
}

function Log({ project, attemptId, isRunning, first, changes }: Props & { changes: number }) {
  const router = useRouter()
  const [log, setLog] = useState(first)
  const [ticks, setTicks] = useState(0)
  const next = useRef(first.next)
  const [box, follow] = useFollowedEnd(log.text, isRunning)
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setTicks((before) => before + 1), READ_MS)
    return () => clearInterval(timer)
  }, [isRunning])
  useEffect(() => {
    if (!isRunning || changes + ticks === 0) return
    void readMore(project, attemptId, next.current)
      .then((more) => {
        if (more.next > next.current) {
          next.current = more.next
          setLog((before) => ({ text: before.text + more.text, next: more.next }))
        } else router.refresh()
      })
      .catch(() => undefined)
  }, [project, attemptId, isRunning, changes, ticks, router])
  if (log.text === '') return <p>{isRunning ? 'There is no output yet.' : 'There was no output.'}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll the output
    <pre ref={box} onScroll={follow} className={style.log} role="log" aria-label="Output" tabIndex={0}>
      {log.text}
    </pre>
  )
}

/** Keeps the end of a growing text in view while its reader has not scrolled up. */
function useFollowedEnd(text: string, isRunning: boolean) {
  const box = useRef<HTMLPreElement>(null)
  const isAtEnd = useRef(isRunning)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new text moves the end
  useEffect(() => {
    if (box.current !== null && isAtEnd.current) box.current.scrollTop = box.current.scrollHeight
  }, [text])
  const follow = ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: UIEvent<HTMLPreElement>) => {
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < END_PX
  }
  return [box, follow] as const
}

const END_PX = 24

async function readMore(project: string, attemptId: string, after: number) {
  const { client } = await import('../../trpc/client.ts')
  return client.runRequests.log.query({ project, attemptId, after })
}
