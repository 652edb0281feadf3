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
