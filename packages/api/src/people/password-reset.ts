import { err, ok } from '@assay/domain/result'
import { appError } from '../errors.ts'
import { Email, fieldError, LINK_OVER, readField } from './form-error.ts'
import { headersOf, readAnswer } from './library-answer.ts'
import { refuseTooMany } from './limit-people.ts'
import type { PeopleContext } from './open-people.ts'
import { weakness } from './password-strength.ts'
import type { People } from './people.ts'

/** A password reset: the mail with its link, and the new password that the link allows to set once. */
export function passwordReset(context: PeopleContext): Pick<People, 'requestReset' | 'resetPassword'> {
  const { mailer, library } = context
  return {
    async requestReset(request, sent) {
      if (!mailer.configured) return err(appError('unavailable', 'This server sends no mail. Ask an owner for help.'))
      const email = readField('email', Email, sent.email)
      if (!email.ok) return email
      const many = await refuseTooMany(context, 'sign-up', request, email.value)
      if (!many.ok) return many
      const asked = { body: { email: email.value }, headers: headersOf(request), asResponse: true } as const
      await readAnswer(await library(request, ({ api }) => api.requestPasswordReset(asked)))
      return ok({ cookies: [] })
    },

    async resetPassword(request, { token, password }) {
      const weak = await weakness(password, [])
      if (weak !== null) return err(fieldError('password', weak))
      const many = await refuseTooMany(context, 'sign-in', request, null)
      if (!many.ok) return many
      const body = { token, newPassword: password }
      const sent = { body, headers: headersOf(request), asResponse: true } as const
      const answer = await library(request, async ({ api }) => readAnswer(await api.resetPassword(sent)), 'reset')
      return answer.ok ? ok({ cookies: [] }) : err(LINK_OVER)
    },
  }
}
