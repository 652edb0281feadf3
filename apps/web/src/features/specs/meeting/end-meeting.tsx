import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import form from '../form.module.css'
import type { MeetingComment } from './prepare-meeting.ts'

type Props = { points: readonly MeetingComment[]; onEnd: () => Promise<void>; onLeave: () => void }

/** Asks for confirmation before the meeting ends, and lists open comments. */
export function EndMeeting({ points, onEnd, onLeave }: Props) {
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    first.current?.focus()
  }, [])
  const unanswered = points.filter(({ last }) => last === null)
  const drafts = points.filter(({ last }) => last?.draft === true)
  return (
    <section aria-label="Close the meeting" className={form.card}>
      <p>
        {unanswered.length === 0
          ? 'Every comment has a response.'
          : `Open comments, listed in the minutes: ${unanswered.map(({ id }) => id).join(', ')}.`}
        {drafts.length > 0 && ` Drafts for an author to confirm: ${drafts.map(({ id }) => id).join(', ')}.`}
      </p>
      <div className={form.buttons}>
        <Button ref={first} variant="primary" onClick={() => void onEnd()}>
          Close the meeting
        </Button>
        <Button variant="quiet" onClick={onLeave}>
          Continue
        </Button>
      </div>
    </section>
  )
}
