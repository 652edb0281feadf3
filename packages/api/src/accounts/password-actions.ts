import { err, ok } from '@assay/domain/result'
import { appError } from '../errors.ts'
import type { Accounts } from './accounts.ts'
import { fieldError, LINK_EXPIRED } from './form-error.ts'
import { readLibraryResponse } from './library-response.ts'
import { limitPasswordCheck } from './limit-sign-in-attempts.ts'
import type { AccountContext } from './open-accounts.ts'
import { findPasswordProblem } from './password-strength.ts'

type PasswordActions = Pick<Accounts, 'verifyEmail' | 'changePassword'>

/** Verifies an address by the link in a mail, and changes the password of a signed-in person. */
export function passwordActions(context: AccountContext): PasswordActions {
  const { library, findSignedInPerson } = context
  return {
    async verifyEmail(request, { token }) {
      // The library would sign in anybody who has the link, which went to an address that is not confirmed yet.
      const isChange = changesAddress(token)
      const person = isChange ? await findSignedInPerson(request) : null
      if (isChange && person === null) {
        return err(appError('sign-in-failed', 'Sign in first, then open the link again.'))
      }
      const sent = { query: { token }, headers: context.headersFor(request), asResponse: true } as const
      const answer = await library(request, async ({ api }) => readLibraryResponse(await api.verifyEmail(sent)))
      return answer.ok ? ok({ cookies: answer.cookies }) : err(LINK_EXPIRED)
    },

    async changePassword(request, person, { current, password }) {
      const many = await limitPasswordCheck(context, person.sessionId)
      if (!many.ok) return many
      const weak = await findPasswordProblem(password, [person.name, person.email])
      if (weak !== null) return err(fieldError('password', weak))
      const body = { currentPassword: current, newPassword: password, revokeOtherSessions: true }
      const sent = { body, headers: context.headersFor(request), asResponse: true } as const
      const answer = await library(request, async ({ api }) => readLibraryResponse(await api.changePassword(sent)), {
        password: 'changed',
        hasSecondFactor: person.hasSecondFactor === true,
      })
      return answer.ok
        ? ok({ cookies: answer.cookies })
        : err(fieldError('current', 'This is not your current password. Enter it again.'))
    },
  }
}

/** True when a link from a mail changes an address. The token is only decoded here; the library verifies it. */
function changesAddress(token: string): boolean {
  try {
    const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
    return typeof payload === 'object' && payload !== null && 'updateTo' in payload
  } catch {
    return false
  }
}
