'use client'

import { usePathname, useRouter } from 'next/navigation'
import { type FormEvent, type ReactNode, useState } from 'react'
import { signInPath } from '../../paths.ts'
import type { Client } from '../../trpc/client.ts'
import button from '../../ui/button.module.css'
import { SelectOptions } from '../../ui/select-options.tsx'
import style from './write-form.module.css'
import { useRefusal } from './write-permission.tsx'

type Props<T> = {
  /** Accessible name of the form. */
  label: string
  submit: string
  children?: ReactNode
  /** Message after the form was sent successfully. */
  done?: string
  /** Style of the button. */
  variant?: 'primary' | 'button' | 'danger'
  /** Submits the form. */
  send: (client: Client, fields: FormData) => Promise<T>
  /** Called with the response of `send`. */
  onSent?: (answer: T) => void
  /** Returns the path of the page to open after the form was sent; the page reloads its data when absent. */
  next?: (answer: T) => string
}

type State = { busy: boolean; message: string; failed: boolean; signIn: boolean }

const IDLE: State = { busy: false, message: '', failed: false, signIn: false }

/** A form that writes as the signed-in person, with its fields and its outcome. */
export function WriteForm<T>(props: Props<T>) {
  const { label, submit, children, done = 'Saved.', variant = 'primary', send, onSent, next } = props
  const router = useRouter()
  const path = usePathname()
  const refusal = useRefusal(label)
  const [state, setState] = useState(IDLE)
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const fields = new FormData(form)
    setState({ ...IDLE, busy: true })
    const [{ client }, { failureText, needsSignIn }] = await Promise.all([
      import('../../trpc/client.ts'),
      import('../../trpc/writing-client.ts'),
    ])
    try {
      const answer = await send(client, fields)
      form.reset()
      setState({ ...IDLE, message: done })
      onSent?.(answer)
      if (next === undefined) router.refresh()
      else router.push(next(answer))
    } catch (error) {
      setState({ busy: false, message: failureText(error), failed: true, signIn: needsSignIn(error) })
    }
  }
  if (refusal !== null) return refusal
  return (
    <form aria-label={label} className={`${style.form} needs-script`} onSubmit={(event) => void onSubmit(event)}>
      {children}
      <div className={style.end}>
        <button type="submit" className={button[variant]} disabled={state.busy}>
          {submit}
        </button>
        <span role={state.failed ? 'alert' : 'status'} className={state.failed ? style.failed : style.done}>
          {state.message} {state.signIn && <a href={signInPath({ next: path, again: true })}>Sign in</a>}
        </span>
      </div>
    </form>
  )
}

/** A labelled field with an explanation. */
export function Field({ label, about, children }: { label: string; about?: string; children: ReactNode }) {
  return (
    // The field is the child.
    // biome-ignore lint/a11y/noLabelWithoutControl: callers put the control inside
    <label className={style.field}>
      <span>
        {label}
        {about !== undefined && <small> {about}</small>}
      </span>
      {children}
    </label>
  )
}

type SelectFieldProps = {
  label: string
  about?: string
  name: string
  options: readonly (readonly [value: string, label: string])[]
  /** Value that is selected at first; the first option when absent. */
  value?: string
}

export const SelectField = ({ label, about, name, options, value }: SelectFieldProps) => (
  <Field label={label} {...(about === undefined ? {} : { about })}>
    <select name={name} defaultValue={value}>
      <SelectOptions options={options} />
    </select>
  </Field>
)

/** Returns the key of `labels` that is selected in a field; `otherwise` when the field has no such value. */
export const selectedKey = <K extends string>(
  labels: Readonly<Record<K, string>>,
  value: FormDataEntryValue | null,
  otherwise: NoInfer<K>,
): K => Object.keys(labels).find((key): key is K => key === value) ?? otherwise

/** Returns the text of a field; undefined when it is empty. */
export const fieldText = (fields: FormData, name: string): string | undefined => {
  const value = fields.get(name)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}
