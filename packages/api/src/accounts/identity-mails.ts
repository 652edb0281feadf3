import type { AccountStore } from '@assay/db/types'
import { type Letter, writeMail } from '../mail/mail.ts'
import type { Mailer } from '../mail/mailer.ts'
import { log } from '../observability/log.ts'
import type { AccountSettings } from './account-settings.ts'
import type { IdentityHooks } from './create-identity.ts'

type To = { email: string; name: string }
export type IdentityMails = IdentityHooks & {
  sendAccountExists(to: To): Promise<void>
  /** Sent to the current address of an account before the new one is confirmed. */
  sendAddressChangeRequested(to: { email: string }, email: string): Promise<void>
}

/** Sends the mails that confirm an address, and decides if a new GitHub or OIDC sign-in can create an account. */
export function identityMails({
  mailer,
  publicUrl,
  settings,
  accounts,
  now,
}: {
  mailer: Mailer
  publicUrl: string
  settings: AccountSettings
  accounts: AccountStore
  now: () => Date
}): IdentityMails {
  const host = new URL(publicUrl).host
  const send = async (letter: Letter) => void (await mailer.sendMail(writeMail(letter)))
  return {
    sendReset: ({ email }, token) =>
      send({
        to: email,
        subject: `A new password for ${host}`,
        paragraphs: [
          `Somebody, probably you, requested a new password for the account ${email} at ${host}.`,
          'The link works once, for an hour. If it was not you, ignore this e-mail.',
        ],
        link: { label: 'Choose a new password', url: `${publicUrl}/reset-password?token=${encodeURIComponent(token)}` },
      }),
    sendVerification: ({ email }, token, next) =>
      send({
        to: email,
        subject: `Confirm your address for ${host}`,
        paragraphs: [
          `Somebody, probably you, entered ${email} as their address at ${host}.`,
          'If it was not you, ignore this e-mail.',
        ],
        link: {
          label: 'Confirm this address',
          url: `${publicUrl}/verify?token=${encodeURIComponent(token)}${next === '' || next === '/' ? '' : `&next=${encodeURIComponent(next)}`}`,
        },
      }),
    sendAccountExists: ({ email }) =>
      send({
        to: email,
        subject: `You have an account at ${host}`,
        paragraphs: [
          `Somebody, probably you, tried to create an account for ${email} at ${host}. You already have one: sign in, or request a new password.`,
          'If it was not you, ignore this e-mail.',
        ],
        link: { label: 'Sign in', url: `${publicUrl}/sign-in` },
      }),
    sendAddressChangeRequested: ({ email: old }, email) =>
      send({
        to: old,
        subject: `Another address for your account at ${host}`,
        paragraphs: [
          `Somebody, probably you, requested to change the address of the account ${old} at ${host} to ${email}. Nothing has changed yet: the new address has to be confirmed first.`,
          'If it was not you, somebody has your password or a browser in which you are signed in. Choose a new password now: that signs out every browser, and the change cannot be completed from there any more.',
        ],
        link: { label: 'Choose a new password', url: `${publicUrl}/reset-password` },
      }),
    sendAddressChanged: ({ email: old }, email) =>
      send({
        to: old,
        subject: `The address of your account at ${host} has changed`,
        paragraphs: [
          `The account ${old} at ${host} now has the address ${email}. Mail about it no longer comes here, and this address no longer signs in.`,
          `If it was not you, contact the administrator of ${host} at once with this e-mail, because you cannot request a new password any more.`,
        ],
      }),
    canSignUp: async (email) =>
      (await accounts.hasOwner()) && (settings.signUp === 'open' || (await accounts.isInvited(email, now()))),
  }
}

/**
 * Logs the error instead of returning it: a response that waited for the mail server would reveal that the account
 * exists.
 */
export function logUnsentMail(error: unknown): void {
  log.error({ component: 'mail', err: error }, 'a mail could not be sent')
}
