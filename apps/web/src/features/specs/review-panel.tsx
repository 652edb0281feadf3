'use client'

import { NOTICE_DAYS } from '@assay/domain/spec/transition'
import type { FormEvent } from 'react'
import type { SpecPage } from '../../trpc/answers.ts'
import button from '../../ui/button.module.css'
import style from './form.module.css'
import { useAct } from './use-act.ts'

type Props = { project: string; page: SpecPage }

/** What the authors of a spec do next with its review. */
export function ReviewPanel({ project, page }: Props) {
  const { name, spec, state, missing, checks } = page
  const { act, busy, failure } = useAct(project, name)
  const step = (label: string, action: object) => (
    <button type="button" className={button.button} disabled={busy} onClick={() => void act(action)}>
      {label}
    </button>
  )
  return (
    <div className={style.card}>
      <h3>Review</h3>
      {spec.readers.length > 0 && (
        <p className={style.faint}>Invited: {spec.readers.map(({ who }) => who.name).join(', ')}</p>
      )}
      {(state === 'draft' || state === 'in-review') && <InviteForm act={act} busy={busy} />}
      {state === 'draft' && <ScheduleForm act={act} busy={busy} checks={checks} />}
      {state === 'in-review' && step('Begin the meeting', { kind: 'hold' })}
      {state === 'meeting' && <CloseForm act={act} busy={busy} />}
      {state === 'resolving' && (
        <>
          {missing.length > 0 && (
            <ul className={style.list} aria-label="What is missing">
              {missing.map(({ message }) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          )}
          {step('Resolve', { kind: 'resolve' })}
        </>
      )}
      {failure !== '' && (
        <p role="alert" className={style.failure}>
          {failure}
        </p>
      )}
    </div>
  )
}

type FormProps = { act: (action: object) => Promise<boolean>; busy: boolean }

function InviteForm({ act, busy }: FormProps) {
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

function ScheduleForm({ act, busy, checks }: FormProps & { checks: readonly string[] }) {
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

function CloseForm({ act, busy }: FormProps) {
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
