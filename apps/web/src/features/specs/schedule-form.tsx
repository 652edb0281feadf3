'use client'

import { NOTICE_DAYS } from '@assay/domain/spec/transition'
import type { FormEvent } from 'react'
import button from '../../ui/button.module.css'
import style from './form.module.css'
import type { ActProps } from './use-act.ts'

/** Sets the meeting of a review; what readers would stumble over is named before. */
export function ScheduleForm({ act, busy, checks }: ActProps & { checks: readonly string[] }) {
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const field = (name: string) => String(form.get(name) ?? '').trim()
    const meetingAt = new Date(field('meetingAt')).toISOString()
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const reason = field('letPass')
    void act({
      kind: 'schedule',
      ...{ meetingAt, timeZone, place: field('place') },
      shortNoticeReason: field('reason') || null,
      waived: reason === '' ? [] : checks.map((check) => ({ check, reason })),
    })
  }
  return (
    <form className={`${style.form} needs-script`} aria-label="Schedule the review" onSubmit={onSubmit}>
      <label>
        Meeting
        <input name="meetingAt" type="datetime-local" required />
      </label>
      <label>
        Place or link
        <input name="place" required maxLength={500} autoComplete="off" />
      </label>
      <label>
        Why it is sooner than in {NOTICE_DAYS} days, if it is
        <input name="reason" maxLength={1_000} autoComplete="off" />
      </label>
      {checks.length > 0 && (
        <>
          <ul className={style.list} aria-label="What readers would stumble over">
            {checks.map((check) => (
              <li key={check}>{check}</li>
            ))}
          </ul>
          <label>
            Why these may pass, if they stay
            <input name="letPass" maxLength={1_000} autoComplete="off" />
          </label>
        </>
      )}
      <button type="submit" className={button.primary} disabled={busy}>
        Schedule
      </button>
    </form>
  )
}
