import type { Mail } from '@assay/api/mail/mail'
import type { Mailer } from '@assay/api/mail/mailer'

/** A mailer that sends nothing and adds each mail to `mails`. */
export const recordingMailer = (mails: Mail[], { configured = true } = {}): Mailer => ({
  configured,
  async sendMail(mail) {
    mails.push(mail)
    return 'sent'
  },
})

/**
 * Removes the mails to addresses with an ending, and returns their recipients and subjects, sorted. Mails to other
 * addresses belong to other tests and are removed too.
 */
export function takeMails(mails: Mail[], ending: string): string[] {
  const own = mails.splice(0).filter(({ to }) => to.endsWith(ending))
  return own.map(({ to, subject }) => `${to.replace(/\d*@.*/, '')}: ${subject}`).sort()
}
