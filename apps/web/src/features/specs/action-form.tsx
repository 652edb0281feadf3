'use client'

import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { clearForm, Form } from '../../ui/form.tsx'
import style from './form.module.css'
import { deleteDraft, draftKey, fieldsOf, removeSent, restoreDraft, saveDraft, serializeForm } from './form-draft.ts'
import { RefusalNote } from './refusal-note.tsx'
import { useAct, useSentBefore } from './use-act.ts'

/** Values of the fields of a form, by name. */
export type Typed = (name: string) => string

type Props = {
  project: string
  name: string
  /** Name of the form within its spec, under which typed text is stored until the server has it. */
  of: string
  label: string
  submit: string
  isPrimary?: boolean
  /**
   * True when each submission adds an item, so that text typed since belongs to the next one; otherwise it replaces the
   * last submission.
   */
  adds?: boolean
  /** Builds the action that is sent from the values of the fields. */
  action: (typed: Typed) => object
  /** Returns the error to correct before the form is sent; empty when there is none. */
  check?: (typed: Typed) => string
  /** Another button, which stores the typed text in the browser instead of sending it. */
  store?: { label: string; onStore: (typed: Typed) => void }
  children: ReactNode
  onDone?: () => void
}

/** A form for an action on a spec. After a refusal its text stays, and a closed tab loses nothing. */
export function ActionForm(props: Props) {
  const {
    project,
    name,
    of,
    label,
    submit,
    isPrimary = false,
    adds = false,
    action,
    check,
    store,
    children,
    onDone,
  } = props
  const { act, busy, ...refused } = useAct(project, name)
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState('')
  const root = useRef<HTMLFormElement>(null)
  const key = draftKey({ project, name, of })

  useEffect(() => {
    if (root.current !== null) restoreDraft(root.current, key)
  }, [key])

  /** Text that was typed during the request, or while the server was unavailable, stays in the form. */
  const afterStored = (serialized: string): boolean => {
    const form = root.current
    if (form === null || serializeForm(form) === serialized) {
      if (form !== null) clearForm(form)
      deleteDraft(key)
      setNote('')
      return true
    }
    if (adds) removeSent(form, serialized)
    saveDraft(form, key)
    setNote('Your text was saved. Text typed since then is still here.')
    return false
  }
  useSentBefore({ project, name, forms: [of] }, ({ said }) => void afterStored(said))

  const onSubmit = async (data: FormData, form: HTMLFormElement) => {
    const typedText = serializeForm(form)
    const typed: Typed = (field) => String(data.get(field) ?? '').trim()
    const found = check?.(typed) ?? ''
    setNote('')
    setProblem(found)
    if (found !== '') return
    const request = action(typed)
    if (!(await act(request, { form: of, said: typedText })) || !afterStored(typedText)) return
    fold(form)
    onDone?.()
  }
  const onStore = () => {
    const form = root.current
    if (form === null || store === undefined || !form.reportValidity()) return
    const data = new FormData(form)
    store.onStore((field) => String(data.get(field) ?? '').trim())
    clearForm(form)
    deleteDraft(key)
    onDone?.()
  }
  return (
    <Form
      ref={root}
      className={style.form}
      aria-label={label}
      action={onSubmit}
      onKeyDown={sendByKeyboard}
      onInput={(event) => fieldsOf(event.currentTarget).length > 0 && saveDraft(event.currentTarget, key)}
    >
      {children}
      <RefusalNote {...(problem === '' ? refused : { failure: problem, missing: [] })} />
      {note !== '' && (
        <p role="status" className={style.faint}>
          {note}
        </p>
      )}
      <div className={style.buttons}>
        <Button type="submit" variant={isPrimary ? 'primary' : 'secondary'} disabled={busy}>
          {submit}
        </Button>
        {store !== undefined && (
          <Button disabled={busy} onClick={onStore}>
            {store.label}
          </Button>
        )}
      </div>
    </Form>
  )
}

/** Ctrl+Enter or Cmd+Enter sends a form, also from a field of several lines. */
function sendByKeyboard(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

/** Closes the details element of the form, and moves focus to its summary. */
function fold(form: HTMLFormElement): void {
  const folded = form.closest('details')
  if (folded === null) return
  folded.open = false
  folded.querySelector('summary')?.focus()
}
