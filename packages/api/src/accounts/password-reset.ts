import { err, ok } from '@assay/domain/result'
import { appError } from '../errors.ts'
import type { Accounts } from './accounts.ts'
import { Email, fieldError, LINK_EXPIRED, readField } from './form-error.ts'
import { readLibraryResponse } from './library-response.ts'
import { limitNewPassword, limitSignInAttempts } from './limit-sign-in-attempts.ts'
import type { AccountContext } from './open-accounts.ts'
import { findPasswordProblem } from './password-strength.ts'

/** A password reset: the mail with its link, and the new password that the link allows to set once. */
export function passwordReset(context: AccountContext): Pick<Accounts, 'requestReset' | 'resetPassword'> {
  const { mailer, library } = context
  return {
    async requestReset(request, sent) {
      if (!mailer.configured) return err(appError('unavailable', 'This server sends no mail. Ask an owner for help.'))
      const email = readField('email', Email, sent.email)
      if (!email.ok) return email
      const many = await limitSignInAttempts(context, 'sign-up', request, email.value)
      if (!many.ok) return many
      const apiRequest = {
        body: { email: email.value },
        headers: context.headersFor(request),
        asResponse: true,
      } as const
      await readLibraryResponse(await library(request, ({ api }) => api.requestPasswordReset(apiRequest)))
      return ok({ cookies: [] })
    },

    async resetPassword(request, { token, password }) {
      const tooMany = await limitNewPassword(context, request)
      if (!tooMany.ok) return tooMany
      const weak = await findPasswordProblem(password, [])
      if (weak !== null) return err(fieldError('password', weak))
      const many = await limitSignInAttempts(context, 'sign-in', request, null)
      if (!many.ok) return many
      const body = { token, newPassword: password }
      const sent = { body, headers: context.headersFor(request), asResponse: true } as const
      const answer = await library(request, async ({ api }) => readLibraryResponse(await api.resetPassword(sent)), {
        password: 'reset',
      })
      return answer.ok ? ok({ cookies: [] }) : err(LINK_EXPIRED)
    },
  }
}
