import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form.tsx'
import { Input, Textarea } from '../../../ui/input.tsx'
import form from '../form.module.css'
import type { Act } from '../use-act.ts'
import style from './meeting.module.css'
import { type Drafts, minutesAfter } from './meeting-drafts.ts'
import { storeKeys } from './response-field.tsx'
import { splitNames } from './split-names.ts'

type Props = {
  act: Act
  written: { minutes: string; attendance: readonly string[] }
  drafts: Drafts
  change: (make: (drafts: Drafts) => Drafts) => void
  fields: { minutes: RefObject<HTMLTextAreaElement | null>; people: RefObject<HTMLInputElement | null> }
  onLeave: () => void
  onEnd: () => void
}

/** Attendees and minutes: stored in the browser while they are typed, and sent when the field loses focus. */
export function MinutesForm({ act, written, drafts, change, fields, onLeave, onEnd }: Props) {
  const { minutes, attendance } = drafts
  // The minutes are based on those of the server, or on one's own that were stored although the response was lost.
  const over = minutes === null || minutes.sent === written.minutes ? written.minutes : minutes.over
  // The page still shows the replaced minutes until it is refreshed.
  const isKnown = [over, minutes?.text, minutes?.replaced].includes(written.minutes)
  const isConflict = minutes !== null && !isKnown
  const isStoring = useRef(false)
  /** True when a field was left while its earlier text was being stored. */
  const isLeft = useRef(false)
  const [stores, setStores] = useState(0)
  const store = async () => {
    isLeft.current = isStoring.current
    if (isStoring.current) return
    const people = attendance === null ? {} : { attendance: splitNames(attendance) }
    const text = minutes === null || isConflict ? {} : { minutes: minutes.text, over }
    if (Object.keys({ ...people, ...text }).length === 0) return
    if (minutes !== null && !isConflict) {
      change((now) => ({ ...now, minutes: now.minutes && { ...now.minutes, sent: minutes.text } }))
    }
    const serialized = JSON.stringify({ ...people, ...text })
    isStoring.current = true
    const isStored = await act({ kind: 'minute', ...people, ...text }, { form: 'meeting-minutes', said: serialized })
    isStoring.current = false
    setStores((count) => count + 1)
    if (!isStored) return
    // Text that was typed during the request stays, and is based on the stored text.
    change((now) => ({
      ...now,
      attendance: now.attendance === attendance ? null : now.attendance,
      minutes: isConflict ? now.minutes : minutesAfter(now.minutes, minutes?.text, written.minutes),
    }))
  }
  const storeNow = useRef(store)
  storeNow.current = store
  useEffect(() => {
    if (stores > 0 && isLeft.current) void storeNow.current()
  }, [stores])
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
      {isConflict && (
        <div role="alert" className={style.conflict}>
          <p>Another person has edited the minutes in the meantime:</p>
          <blockquote>{written.minutes}</blockquote>
          <Button onClick={takeBoth}>Append mine to theirs</Button>
        </div>
      )}
      <p className={style.faint}>
        {minutes === null && attendance === null ? 'Saved.' : 'Saved when the field loses focus.'}
      </p>
      <Button onClick={onEnd}>
        End the meeting <kbd>e</kbd>
      </Button>
    </Form>
  )
}
