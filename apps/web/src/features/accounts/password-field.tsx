'use client'

import { PASSWORD_LENGTH, passwordProblem } from '@assay/domain/account/password'
import { useEffect, useRef, useState } from 'react'
import style from './account-form.module.css'
import { AccountField } from './account-form.tsx'
import type { FormNote } from './form-note.ts'

type Props = { form: string; label: string; note: FormNote | null }

/** A field for a new password that validates while a person types. The server validates again. */
export function NewPasswordField({ form, label, note }: Props) {
  const [about, setAbout] = useState(
    `At least ${PASSWORD_LENGTH.min} characters; a passphrase of several words works well.`,
  )
  const holder = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The field is rendered by a component without a script, so its events are handled here.
    const element = holder.current
    let latest = ''
    const judge = async (event: Event) => {
      if (!(event.target instanceof HTMLInputElement)) return
      const password = event.target.value
      latest = password
      const { scorePassword } = await import('./score-password.ts')
      const scored = scorePassword(password)
      if (latest === password) setAbout(passwordProblem(password, scored) ?? 'That is a good password.')
    }
    const listen = (event: Event) => void judge(event)
    element?.addEventListener('input', listen)
    return () => element?.removeEventListener('input', listen)
  }, [])
  return (
    <div ref={holder} className={style.holder}>
      <AccountField
        form={form}
        name="password"
        label={label}
        note={note}
        type="password"
        autoComplete="new-password"
        about={about}
      />
    </div>
  )
}
