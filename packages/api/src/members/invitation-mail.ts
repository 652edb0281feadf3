import type { Accepted } from '@assay/db/types'
import { err, ok, type Result } from '@assay/domain/result'
import { type AppError, appError } from '../errors.ts'
import { type Mail, writeMail } from '../mail/mail.ts'

export const invitationUrl = (publicUrl: string, secret: string): string => `${publicUrl}/invitations/${secret}`

type Invited = { to: string; url: string; organization: string; by: string }

export const invitationMail = ({ to, url, organization, by }: Invited): Mail =>
  writeMail({
    to,
    subject: `${by} invites you to ${organization} on Assay`,
    paragraphs: [
      `${by} would like you to join ${organization} on Assay, a lab notebook for database benchmarks.`,
      'The link works once, for seven days. If you do not know them, nothing has to be done.',
    ],
    link: { label: 'Join', url },
  })

/** Returns the organization that the person joined, or the error of an invitation that cannot be accepted. */
export function acceptOutcome(
  accepted: Accepted,
): Result<{ organization: string; name: string; was: boolean }, AppError> {
  switch (accepted.outcome) {
    case 'accepted':
    case 'member-already': {
      const { slug, name } = accepted.organization
      return ok({ organization: slug, name, was: accepted.outcome === 'member-already' })
    }
    case 'other-address':
      return err(
        appError(
          'role-missing',
          'This invitation is for another e-mail address than that of your account. Sign in with the invited address, or ask for a new invitation.',
        ),
      )
    case 'not-there':
      return err(
        appError('not-found', 'This invitation was used, revoked, or is older than seven days. Ask for a new one.'),
      )
  }
}
