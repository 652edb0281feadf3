import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form.tsx'
import { Textarea } from '../../../ui/input.tsx'
import form from '../form.module.css'
import type { ResponseChoice } from './response-choices.ts'

type Props = {
  choice: ResponseChoice
  /** Name of the comment, such as `F-3`. */
  name: string
  text: string
  busy: boolean
  /** True for a scribe's draft, which an author must confirm. */
  isDraft: boolean
  onType: (text: string) => void
  onStore: () => void
  onLeave: () => void
}

/** Field for a response: Ctrl+Enter stores it, Escape leaves it as a draft. */
export function ResponseField({ choice, name, text, busy, isDraft, onType, onStore, onLeave }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each kind of response focuses the field again
  useEffect(() => field.current?.focus(), [choice])
  return (
    <Form className={form.form} aria-label={`${choice.label}, ${name}`} action={onStore} onKeyDown={storeKeys(onLeave)}>
      <label>
        <span>
          <strong>{choice.label}</strong>. {choice.prompt}
        </span>
        <Textarea
          ref={field}
          rows={3}
          maxLength={20_000}
          required={choice.required}
          value={text}
          onChange={(event) => onType(event.target.value)}
        />
      </label>
      <div className={form.buttons}>
        <Button type="submit" variant="primary" disabled={busy}>
          {isDraft ? 'Save as draft' : 'Save'} <kbd>Ctrl Enter</kbd>
        </Button>
        <Button variant="quiet" onClick={onLeave}>
          Cancel <kbd>Esc</kbd>
        </Button>
      </div>
    </Form>
  )
}

/** Keys of a form: Control and Enter submit it with validation; Escape leaves it. */
export const storeKeys = (onLeave: () => void) => (event: KeyboardEvent<HTMLFormElement>) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault()
    event.currentTarget.requestSubmit()
  } else if (event.key === 'Escape') {
    event.preventDefault()
    onLeave()
  }
}
