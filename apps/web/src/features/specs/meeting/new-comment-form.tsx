import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form.tsx'
import { Input, Textarea } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { SelectOptions } from '../../../ui/select-options.tsx'
import form from '../form.module.css'
import type { ActProps } from '../use-act.ts'
import type { Drafts } from './meeting-drafts.ts'
import type { MeetingComment } from './prepare-meeting.ts'
import { storeKeys } from './response-field.tsx'

type Fresh = Drafts['fresh']
type Props = ActProps & {
  revision: number
  headings: readonly { id: string; text: string }[]
  names: readonly string[]
  /** True during the meeting: recorded comments then have the source `meeting`, others `in-person`. */
  isOn: boolean
  /** The current comment; a new one may be about the same text. */
  point: MeetingComment | undefined
  fresh: Fresh
  onType: (fresh: Fresh) => void
  /** @param serialized  the stored text */
  onStored: (giver: string, serialized: string) => void
  onLeave: () => void
}

/** Form for a comment that a person makes in the meeting. */
export function NewCommentForm(props: Props) {
  const { act, busy, revision, headings, names, isOn, point, fresh, onType, onStored, onLeave } = props
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const store = async () => {
    const giver = fresh.giver.trim()
    const anchor = anchorOf(fresh.about, point)
    const source = isOn ? 'meeting' : 'in-person'
    const serialized = JSON.stringify(fresh)
    const action = { kind: 'give', body: fresh.body, anchor, revision, giver, source }
    if (await act(action, { form: 'meeting-new', said: serialized })) onStored(giver, serialized)
  }
  return (
    <Form className={form.form} aria-label="New comment" action={store} onKeyDown={storeKeys(onLeave)}>
      <label>
        Comment by
        <Input
          ref={first}
          list="in-the-room"
          required
          maxLength={200}
          autoComplete="off"
          value={fresh.giver}
          onChange={(event) => onType({ ...fresh, giver: event.target.value })}
        />
        <datalist id="in-the-room">
          {[...new Set(names)].map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      </label>
      <label>
        About
        <Select value={fresh.about} onChange={(event) => onType({ ...fresh, about: event.target.value })}>
          <option value="whole">The whole spec</option>
          {point?.around != null && <option value="same">The text of {point.id}</option>}
          <SelectOptions options={headings.map(({ id, text }) => [id, text])} />
        </Select>
      </label>
      <label>
        Comment text
        <Textarea
          rows={3}
          required
          maxLength={20_000}
          value={fresh.body}
          onChange={(event) => onType({ ...fresh, body: event.target.value })}
        />
      </label>
      <div className={form.buttons}>
        <Button type="submit" variant="primary" disabled={busy}>
          Add comment <kbd>Ctrl Enter</kbd>
        </Button>
        <Button variant="quiet" onClick={onLeave}>
          Cancel <kbd>Esc</kbd>
        </Button>
      </div>
    </Form>
  )
}

function anchorOf(about: string, point: MeetingComment | undefined): object {
  if (about === 'same' && point?.around != null) {
    const { marked, left, right } = point.around
    return { kind: 'range', block: point.block, quote: marked, prefix: left.slice(-32), suffix: right.slice(0, 32) }
  }
  return about === 'whole' || about === 'same' ? { kind: 'whole' } : { kind: 'heading', block: about }
}
