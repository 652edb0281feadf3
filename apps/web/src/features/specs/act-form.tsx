'use client'

import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import button from '../../ui/button.module.css'
import style from './form.module.css'
import { RefusalNote } from './refusal-note.tsx'
import { useAct } from './use-act.ts'

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
  /** What is done with what was typed. */
  action: (typed: Typed) => object
  children: ReactNode
  onDone?: () => void
}

/** A form that does something with a spec. A refusal leaves it as it is, and a closed tab loses nothing of it. */
export function ActForm({ project, name, of, label, submit, isPrimary = false, action, children, onDone }: Props) {
  const { act, busy, ...refused } = useAct(project, name)
  const root = useRef<HTMLFormElement>(null)
  const key = `assay-form:${project}/${name}/${of}`

  useEffect(() => {
    if (root.current !== null) fill(root.current, key)
  }, [key])

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    if (!(await act(action((field) => String(data.get(field) ?? '').trim())))) return
    form.reset()
    forget(key)
    fold(form)
    onDone?.()
  }
  return (
    <form
      ref={root}
      className={`${style.form} needs-script`}
      aria-label={label}
      onSubmit={(event) => void onSubmit(event)}
      onInput={(event) => keep(event.currentTarget, key)}
    >
      {children}
      <RefusalNote {...refused} />
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

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const fieldsOf = (form: HTMLFormElement): Field[] =>
  [...form.elements].filter(
    (element): element is Field =>
      element instanceof HTMLInputElement ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement,
  )

function fill(form: HTMLFormElement, key: string): void {
  const kept = readKept(key)
  for (const field of fieldsOf(form)) {
    const value = kept.get(field.name)
    if (value !== undefined) field.value = value
  }
}

function readKept(key: string): Map<string, string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return new Map()
    return new Map(Object.entries(kept).map(([field, value]) => [field, String(value)]))
  } catch {
    return new Map()
  }
}

function keep(form: HTMLFormElement, key: string): void {
  try {
    const values = fieldsOf(form).map(({ name, value }) => [name, value])
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(values)))
  } catch {
    // Full or forbidden: what was typed is in the page still.
  }
}

function forget(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // As above.
  }
}
