import type { PersonSession } from '../../trpc/api-types.ts'
import { Button } from '../../ui/button.tsx'
import { formatDateAndTime } from '../../ui/format-date.ts'
import { Section } from '../../ui/section.tsx'
import style from './account.module.css'
import { AccountForm } from './account-form.tsx'
import { nameDevice } from './device.ts'
import type { FormNote } from './form-note.ts'

type Props = { sessions: readonly PersonSession[]; current: string; note: FormNote | null }

/** Sessions of a person. An ended session is refused from the next request on. */
export function SessionList({ sessions, current, note }: Props) {
  return (
    <Section title="Sessions" id="sessions" aside="a session ends after a week without use, and after 30 days">
      <ul className={style.list} aria-label="Sessions">
        {sessions.map(({ id, userAgent, address, createdAt, lastSeenAt }, index) => (
          <li key={id} className={style.session}>
            <div className={style.what}>
              <span>
                {nameDevice(userAgent)} {id === current && <strong className={style.here}>this one</strong>}
              </span>
              <small>
                {address ?? 'address not known'}, last seen {formatDateAndTime(lastSeenAt)}, signed in{' '}
                {formatDateAndTime(createdAt)}
              </small>
            </div>
            {id !== current && (
              <AccountForm
                form="end-session"
                label={`End session ${index + 1}: ${nameDevice(userAgent)}`}
                note={note}
                hidden={{ id }}
              >
                <Button type="submit">End</Button>
              </AccountForm>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <div className={style.after}>
          <AccountForm form="end-other-sessions" label="End all others" note={note}>
            <Button type="submit">End all others</Button>
          </AccountForm>
        </div>
      )}
    </Section>
  )
}
