'use client'

import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import button from '../../ui/button.module.css'
import style from './form.module.css'
import { dropTyped, fieldsOf, fill, keepTyped, saidIn, takeOutSent } from './form-draft.ts'
import { RefusalNote } from './refusal-note.tsx'
import { useAct, useSentBefore } from './use-act.ts'

/** What was typed into a form, by the names of its fields. */
export type Typed = (name: string) => string

type Props = {
  project: string
  name: string
  /** Names the form among those of its spec: what is typed is kept under it until it was stored. */
  of: string
  label: string
  submit: string
  isPrimary?: boolean
  /** Whether each press adds something, so that what was typed since the last one is the next; else it stands in for it. */
  adds?: boolean
  /** What is done with what was typed. */
  action: (typed: Typed) => object
  /** What must be mended before anything is sent, as a sentence; empty where nothing must. */
  check?: (typed: Typed) => string
  children: ReactNode
  onDone?: () => void
}

/** A form that does something with a spec. A refusal leaves it as it is, and a closed tab loses nothing of it. */
export function ActForm(props: Props) {
  const { project, name, of, label, submit, isPrimary = false, adds = false, action, check, children, onDone } = props
  const { act, busy, ...refused } = useAct(project, name)
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState('')
  const root = useRef<HTMLFormElement>(null)
  const key = `assay-form:${project}/${name}/${of}`

  useEffect(() => {
    if (root.current !== null) fill(root.current, key)
  }, [key])

  /** What was typed while it was on its way, or after the server had ended, stays. */
  const afterStored = (said: string): boolean => {
    const form = root.current
    if (form === null || saidIn(form) === said) {
      form?.reset()
      dropTyped(key)
      setNote('')
      return true
    }
    if (adds) takeOutSent(form, said)
    keepTyped(form, key)
    setNote('What you sent is stored. What you typed since is still here.')
    return false
  }
  useSentBefore({ project, name, forms: [of] }, ({ said }) => void afterStored(said))

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    const said = saidIn(form)
    const typed: Typed = (field) => String(data.get(field) ?? '').trim()
    const found = check?.(typed) ?? ''
    setNote('')
    setProblem(found)
    if (found !== '') return
    const asked = action(typed)
    if (!(await act(asked, { form: of, said })) || !afterStored(said)) return
    fold(form)
    onDone?.()
  }
  return (
    <form
      ref={root}
      className={`${style.form} needs-script`}
      aria-label={label}
      onSubmit={(event) => void onSubmit(event)}
      onInput={(event) => fieldsOf(event.currentTarget).length > 0 && keepTyped(event.currentTarget, key)}
    >
      {children}
      <RefusalNote {...(problem === '' ? refused : { failure: problem, missing: [] })} />
      {note !== '' && (
        <p role="status" className={style.faint}>
          {note}
        </p>
      )}
      <button type="submit" className={isPrimary ? button.primary : button.button} disabled={busy}>
        {submit}
      </button>
    </form>
  )
}

/** What was unfolded for it has done its work; the keyboard goes on from there. */
function fold(form: HTMLFormElement): void {
  const folded = form.closest('details')
  if (folded === null) return
  folded.open = false
  folded.querySelector('summary')?.focus()
}
