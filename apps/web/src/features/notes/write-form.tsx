'use client'

import { usePathname, useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { signInPath } from '../../paths.ts'
import type { Client } from '../../trpc/client.ts'
import { Button, type ButtonVariant } from '../../ui/button.tsx'
import { clearForm, Form } from '../../ui/form.tsx'
import { showToast } from '../../ui/toast-list.ts'
import style from './write-form.module.css'
import { useRefusal } from './write-permission.tsx'

type Props<T> = {
  /** Accessible name of the form. */
  label: string
  submit: string
  children?: ReactNode
  /** Message after the form was sent successfully. */
  done?: string
  /** True when the form disappears with what it removes; its message is then a toast. */
  isRemoval?: boolean
  /** Style of the button. */
  variant?: ButtonVariant
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
  const { label, submit, children, done, isRemoval = false, variant = 'primary', send, onSent, next } = props
  const router = useRouter()
  const path = usePathname()
  const refusal = useRefusal(label)
  const [state, setState] = useState(IDLE)
  const onSubmit = async (fields: FormData, form: HTMLFormElement) => {
    setState({ ...IDLE, busy: true })
    const [{ client }, { failureText, needsSignIn }] = await Promise.all([
      import('../../trpc/client.ts'),
      import('../../trpc/failure-text.ts'),
    ])
    try {
      const answer = await send(client, fields)
      clearForm(form, fields)
      const isLeaving = isRemoval || next !== undefined
      setState({ ...IDLE, message: isLeaving ? '' : (done ?? 'Saved.') })
      if (isLeaving && done !== undefined) showToast(done)
      onSent?.(answer)
      if (next === undefined) router.refresh()
      else router.push(next(answer))
    } catch (error) {
      setState({ busy: false, message: failureText(error), failed: true, signIn: needsSignIn(error) })
    }
  }
  if (refusal !== null) return refusal
  return (
    <Form aria-label={label} className={style.form} action={onSubmit}>
      {children}
      <div className={style.end}>
        <Button type="submit" variant={variant} disabled={state.busy}>
          {submit}
        </Button>
        <span role={state.failed ? 'alert' : 'status'} className={state.failed ? style.failed : style.done}>
          {state.message} {state.signIn && <a href={signInPath({ next: path, again: true })}>Sign in</a>}
        </span>
      </div>
    </Form>
  )
}

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
