import { err, ok } from '@assay/domain/result'
import { appError } from '../errors.ts'
import { fieldError, LINK_OVER } from './form-error.ts'
import { headersOf, readAnswer } from './library-answer.ts'
import { refuseTooMany } from './limit-people.ts'
import type { PeopleContext } from './open-people.ts'
import { weakness } from './password-strength.ts'
import type { People } from './people.ts'

type PasswordActions = Pick<People, 'verifyEmail' | 'changePassword'>

/** Verifies an address by the link in a mail, and changes the password of a signed-in person. */
export function passwordActions(context: PeopleContext): PasswordActions {
  const { library, personOf } = context
  return {
    async verifyEmail(request, { token }) {
      // The library would sign in whoever has the link, and it went to an address that nobody has confirmed yet.
      const isChange = changesAddress(token)
      const person = isChange ? await personOf(request) : null
      if (isChange && person === null) {
        return err(appError('sign-in-failed', 'Sign in first, then open the link once more.'))
      }
      const sent = { query: { token }, headers: headersOf(request), asResponse: true } as const
      const answer = await library(request, async ({ api }) => readAnswer(await api.verifyEmail(sent)))
      return answer.ok ? ok({ cookies: answer.cookies }) : err(LINK_OVER)
    },

    async changePassword(request, person, { current, password }) {
      const many = await refuseTooMany(context, 'sign-in', request, person.email)
      if (!many.ok) return many
      const weak = await weakness(password, [person.name, person.email])
      if (weak !== null) return err(fieldError('password', weak))
      const body = { currentPassword: current, newPassword: password, revokeOtherSessions: true }
      const sent = { body, headers: headersOf(request), asResponse: true } as const
      const answer = await library(request, async ({ api }) => readAnswer(await api.changePassword(sent)), 'changed')
      return answer.ok ? ok({ cookies: answer.cookies }) : err(fieldError('current', 'This is not your password.'))
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
