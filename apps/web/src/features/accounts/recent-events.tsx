import type { AccountEvent } from '../../trpc/api-types.ts'
import { formatDateAndTime } from '../../ui/format-date.ts'
import { Section } from '../../ui/section.tsx'
import style from './account.module.css'

/** Recent events of an account, so that its owner notices events that they did not cause. */
export function RecentEvents({ events }: { events: readonly AccountEvent[] }) {
  return (
    <Section
      title="Recent activity"
      id="lately"
      aside="if it was not you, change the password; that ends the other sessions"
    >
      <ul className={style.list} aria-label="Recent activity">
        {events.map((event) => (
          <li key={event.id} className={style.event}>
            <span className={event.action === 'person.sign-in-failed' ? style.failed : undefined}>
              {eventText(event)}
            </span>
            <small>
              <time dateTime={event.at}>{formatDateAndTime(event.at)}</time>
              {event.address !== null && `, from ${event.address}`}
            </small>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const EVENT_TEXTS: Readonly<Record<string, string>> = {
  'person.signed-up': 'Account created',
  'person.signed-in': 'Signed in',
  'person.signed-out': 'Signed out',
  'person.sign-in-failed': 'Failed sign-in: wrong password',
  'person.renamed': 'The name was changed',
  'person.email-changed': 'The e-mail address was changed',
  'person.email-verified': 'The e-mail address was confirmed',
  'person.password-changed': 'The password was changed',
  'person.password-reset': 'A new password was set by a link from an e-mail',
  'session.ended': 'A session was ended',
  'person.second-factor-failed': 'Failed sign-in: wrong code',
  'second-factor.added': 'An authenticator app was added',
  'second-factor.used': 'A code of the authenticator app was entered',
  'second-factor.removed': 'The authenticator app was removed',
  'recovery-code.used': 'A recovery code was used',
  'recovery-codes.replaced': 'New recovery codes were created',
}

const NAMED: Readonly<Record<string, string>> = {
  'passkey.added': 'A passkey was added',
  'passkey.renamed': 'A passkey was renamed',
  'passkey.removed': 'A passkey was removed',
  'account.linked': 'External account linked',
  'account.unlinked': 'External account unlinked',
}

function eventText({ action, name }: AccountEvent): string {
  const named = NAMED[action]
  return named === undefined ? (EVENT_TEXTS[action] ?? action) : name === '' ? named : `${named}: ${name}`
}
