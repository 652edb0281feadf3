import type { Mail } from './mail.ts'

/** `url` is that of an SMTP server: smtps://user:password@host:465, smtp://localhost:25. */
export type MailSettings = { url: string; from: string }

export type Mailer = {
  /** False without an SMTP server: no mail is sent, and pages offer another way. */
  configured: boolean
  /** The address that mails come from, as `Assay <assay@lab.test>`. */
  from?: string
  /** @throws Error when the server does not take the mail. */
  sendMail(mail: Mail): Promise<'sent' | 'not-configured'>
}

const PATIENCE_MS = 15_000

/** Sends mail by SMTP; the library is loaded with the first one. */
export function openMailer(settings: MailSettings | null): Mailer {
  if (settings === null) return { configured: false, sendMail: async () => 'not-configured' }
  const { url, from } = settings
  return {
    configured: true,
    from,
    async sendMail({ to, subject, text, html, messageId, calendar }) {
      const { createTransport } = await import('nodemailer')
      const timeouts = { connectionTimeout: PATIENCE_MS, greetingTimeout: PATIENCE_MS, socketTimeout: PATIENCE_MS }
      const transport = createTransport({ url, ...timeouts })
      try {
        // Answers by a machine to a machine help nobody.
        const headers = { 'Auto-Submitted': 'auto-generated' }
        await transport.sendMail({
          from,
          to,
          subject,
          text,
          html,
          headers,
          ...(calendar !== undefined && {
            // As another form of the mail, which Gmail, Outlook and Apple show as an invitation, and as a file.
            icalEvent: { method: calendar.method, filename: calendar.filename, content: calendar.text },
          }),
          ...(messageId !== undefined && { messageId: `<${messageId}@assay>` }),
          disableFileAccess: true,
          disableUrlAccess: true,
        })
        return 'sent'
      } finally {
        transport.close()
      }
    },
  }
}
