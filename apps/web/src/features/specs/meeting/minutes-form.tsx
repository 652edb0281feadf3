import { type RefObject, useEffect, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form.tsx'
import { Input, Textarea } from '../../../ui/input.tsx'
import form from '../form.module.css'
import type { ActProps } from '../use-act.ts'
import style from './meeting.module.css'
import type { Drafts } from './meeting-drafts.ts'
import { storeKeys } from './response-field.tsx'
import { splitNames } from './split-names.ts'

type Props = ActProps & {
  written: { minutes: string; attendance: readonly string[] }
  drafts: Drafts
  change: (make: (drafts: Drafts) => Drafts) => void
  fields: { minutes: RefObject<HTMLTextAreaElement | null>; people: RefObject<HTMLInputElement | null> }
  onLeave: () => void
  onEnd: () => void
}

/** Attendees and minutes: stored in the browser while they are typed, and sent when the field loses focus. */
export function MinutesForm({ act, busy, written, drafts, change, fields, onLeave, onEnd }: Props) {
  const { minutes, attendance } = drafts
  // The minutes are based on those of the server, or on one's own that were stored although the response was lost.
  const over = minutes === null || minutes.sent === written.minutes ? written.minutes : minutes.over
  const isSecond = minutes !== null && over !== written.minutes && minutes.text !== written.minutes
  /** True when a field was left during another request. */
  const isLeft = useRef(false)
  const store = async () => {
    isLeft.current = busy
    if (busy) return
    const people = attendance === null ? {} : { attendance: splitNames(attendance) }
    const text = minutes === null || isSecond ? {} : { minutes: minutes.text, over }
    if (Object.keys({ ...people, ...text }).length === 0) return
    if (minutes !== null && !isSecond) {
      change((now) => ({ ...now, minutes: now.minutes && { ...now.minutes, sent: minutes.text } }))
    }
    const serialized = JSON.stringify({ ...people, ...text })
    if (!(await act({ kind: 'minute', ...people, ...text }, { form: 'meeting-minutes', said: serialized }))) return
    // Text that was typed during the request stays.
    change((now) => ({
      ...now,
      attendance: now.attendance === attendance ? null : now.attendance,
      minutes: now.minutes?.text === minutes?.text ? (isSecond ? now.minutes : null) : now.minutes,
    }))
  }
  const storeNow = useRef(store)
  storeNow.current = store
  useEffect(() => {
    if (!busy && isLeft.current) void storeNow.current()
  }, [busy])
  const takeBoth = () => {
    const text = [written.minutes, minutes?.text ?? ''].join('\n')
    change((now) => ({ ...now, minutes: { text, over: written.minutes } }))
    fields.minutes.current?.focus()
  }
  return (
    <Form
      className={form.form}
      aria-label="Minutes"
      action={() => {
        void store()
        onLeave()
      }}
      onKeyDown={storeKeys(onLeave)}
      onBlur={() => void store()}
    >
      <label>
        Attendees, separated by commas
        <Input
          ref={fields.people}
          autoComplete="off"
          value={attendance ?? written.attendance.join(', ')}
          onChange={(event) => {
            const { value } = event.target
            change((now) => ({ ...now, attendance: value }))
          }}
        />
      </label>
      <label>
        Minutes
        <Textarea
          ref={fields.minutes}
          rows={8}
          maxLength={20_000}
          value={minutes?.text ?? written.minutes}
          onChange={(event) => {
            const { value } = event.target
            change((now) => ({ ...now, minutes: { over: written.minutes, ...now.minutes, text: value } }))
          }}
        />
      </label>
      {isSecond && (
        <div role="alert" className={style.second}>
          <p>Another person has edited the minutes in the meantime:</p>
          <blockquote>{written.minutes}</blockquote>
          <Button onClick={takeBoth}>Append mine to theirs</Button>
        </div>
      )}
      <p className={style.faint}>
        {minutes === null && attendance === null ? 'Saved.' : 'Saved when the field loses focus.'}
      </p>
      <Button disabled={busy} onClick={onEnd}>
        End the meeting <kbd>e</kbd>
      </Button>
    </Form>
  )
}
