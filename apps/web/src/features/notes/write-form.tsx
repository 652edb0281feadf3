'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { WritingClient } from '../../trpc/writing-client.ts'
import button from '../../ui/button.module.css'
import { readToken, writeToken } from './stored-token.ts'
import style from './write-form.module.css'

type Props = {
  /** Names the form for those who do not see what stands around it. */
  label: string
  submit: string
  children: ReactNode
  /** Sends what was filled in. @returns where to go then; null to stay. */
  send: (client: WritingClient, fields: FormData) => Promise<string | null>
}

/** A form that writes to the project: its own fields, the token that allows it, and what came of it. */
export function WriteForm({ label, submit, children, send }: Props) {
  const router = useRouter()
  const [state, setState] = useState<{ busy: boolean; message: string; failed: boolean }>(IDLE)
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const fields = new FormData(form)
    const token = String(fields.get('token') ?? '').trim()
    setState({ busy: true, message: '', failed: false })
    const { writingClient, failureText } = await import('../../trpc/writing-client.ts')
    try {
      const target = await send(writingClient(token), fields)
      writeToken(token)
      form.reset()
      setState({ busy: false, message: 'Stored.', failed: false })
      if (target === null) router.refresh()
      else router.push(target)
    } catch (error) {
      setState({ busy: false, message: failureText(error), failed: true })
    }
  }
  return (
    <form aria-label={label} className={`${style.form} needs-script`} onSubmit={(event) => void onSubmit(event)}>
      {children}
      <Field label="Token" about="of this project, with the scope upload; npm start prints where the local one is">
        <input name="token" type="password" required autoComplete="off" defaultValue={readToken()} />
      </Field>
      <div className={style.end}>
        <button type="submit" className={button.primary} disabled={state.busy}>
          {submit}
        </button>
        <span role={state.failed ? 'alert' : 'status'} className={state.failed ? style.failed : style.done}>
          {state.message}
        </span>
      </div>
    </form>
  )
}

const IDLE = { busy: false, message: '', failed: false }

/** A labelled field with a word of explanation. */
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

/** The text of a field; undefined when nothing was filled in. */
export const fieldText = (fields: FormData, name: string): string | undefined => {
  const value = fields.get(name)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}
