import { err, ok } from '@assay/domain/result'
import { appError } from '../errors.ts'
import { actor } from './enter.ts'
import { Email, fieldError, readField } from './form-error.ts'
import { headersOf, readAnswer } from './library-answer.ts'
import { refuseTooMany } from './limit-people.ts'
import type { PeopleContext } from './open-people.ts'
import { weakness } from './password-strength.ts'
import type { People } from './people.ts'

type PasswordActions = Pick<People, 'requestReset' | 'resetPassword' | 'verifyEmail' | 'changePassword'>

const LINK_OVER = appError('not-found', 'This link was used already, or is too old. Ask for a new one.')

/** What is done with links from mails, and a new password. */
export function passwordActions(context: PeopleContext): PasswordActions {
  const { db, mailer, identity, personOf } = context
  return {
    async requestReset(request, sent) {
      if (!mailer.configured) return err(appError('unavailable', 'This server sends no mail. Ask an owner for help.'))
      const email = readField('email', Email, sent.email)
      if (!email.ok) return email
      const many = await refuseTooMany(context, 'sign-up', request, email.value)
      if (!many.ok) return many
      const { api } = await identity()
      await api.requestPasswordReset({ body: { email: email.value }, headers: headersOf(request), asResponse: true })
      return ok({ cookies: [] })
    },

    async resetPassword(request, { token, password }) {
      const weak = await weakness(password, [])
      if (weak !== null) return err(fieldError('password', weak))
      const many = await refuseTooMany(context, 'sign-in', request, null)
      if (!many.ok) return many
      const { api } = await identity()
      const body = { token, newPassword: password }
      const answer = await readAnswer(await api.resetPassword({ body, headers: headersOf(request), asResponse: true }))
      return answer.ok ? ok({ cookies: [] }) : err(LINK_OVER)
    },

    async verifyEmail(request, { token }) {
      // The library would sign in whoever has the link, and it went to an address that nobody has confirmed yet.
      const isChange = changesAddress(token)
      const person = isChange ? await personOf(request) : null
      if (isChange && person === null) {
        return err(appError('sign-in-failed', 'Sign in first, then open the link once more.'))
      }
      const { api } = await identity()
      const sent = { query: { token }, headers: headersOf(request), asResponse: true } as const
      const answer = await readAnswer(await api.verifyEmail(sent))
      if (!answer.ok) return err(LINK_OVER)
      if (person !== null) await db.people.note(person, 'person.email-changed', actor(request, person))
      return ok({ cookies: answer.cookies })
    },

    async changePassword(request, person, { current, password }) {
      const many = await refuseTooMany(context, 'sign-in', request, person.email)
      if (!many.ok) return many
      const weak = await weakness(password, [person.name, person.email])
      if (weak !== null) return err(fieldError('password', weak))
      const { api } = await identity()
      const body = { currentPassword: current, newPassword: password, revokeOtherSessions: true }
      const answer = await readAnswer(await api.changePassword({ body, headers: headersOf(request), asResponse: true }))
      if (!answer.ok) return err(fieldError('current', 'This is not your password.'))
      await db.people.note(person, 'person.password-changed', actor(request, person))
      return ok({ cookies: answer.cookies })
    },
  }
}

/** Whether a link from a mail changes an address; what it says is only looked at here, the library verifies it. */
function changesAddress(token: string): boolean {
  try {
    const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
    return typeof payload === 'object' && payload !== null && 'updateTo' in payload
  } catch {
    return false
  }
}
