'use client'

import type { FormEvent } from 'react'
import button from '../../ui/button.module.css'
import style from './form.module.css'
import type { ActProps } from './use-act.ts'

/** Invites somebody to read, by name or address. */
export function InviteForm({ act, busy }: ActProps) {
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const reader = String(new FormData(form).get('reader') ?? '').trim()
    const email = reader.includes('@') ? reader : null
    // Known by what was typed until they come by a link or an account.
    const who = { key: `${email === null ? 'name' : 'email'}:${reader.toLowerCase()}`, name: reader }
    if (await act({ kind: 'invite', who, email })) form.reset()
  }
  return (
    <form
      className={`${style.form} needs-script`}
      aria-label="Invite a reader"
      onSubmit={(event) => void onSubmit(event)}
    >
      <label>
        Name or address of a reader
        <input name="reader" required maxLength={200} autoComplete="off" />
      </label>
      <button type="submit" className={button.quiet} disabled={busy}>
        Invite
      </button>
    </form>
  )
}
