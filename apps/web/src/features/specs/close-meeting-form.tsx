'use client'

import type { FormEvent } from 'react'
import button from '../../ui/button.module.css'
import style from './form.module.css'
import type { ActProps } from './use-act.ts'

/** Ends the meeting: who was there, and the minutes. */
export function CloseMeetingForm({ act, busy }: ActProps) {
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const attendance = String(form.get('attendance') ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '')
    void act({ kind: 'close-meeting', minutes: String(form.get('minutes') ?? ''), attendance })
  }
  return (
    <form className={`${style.form} needs-script`} aria-label="Close the meeting" onSubmit={onSubmit}>
      <label>
        Who was there (with commas between)
        <input name="attendance" autoComplete="off" />
      </label>
      <label>
        Minutes
        <textarea name="minutes" rows={3} maxLength={20_000} />
      </label>
      <button type="submit" className={button.primary} disabled={busy}>
        Close the meeting
      </button>
    </form>
  )
}
