import type { Mail } from './mail.ts'

/**
 * Answers to mails are received under `address`, to which a secret is added, and are believed when the mail server
 * `authServer` verified their sender (docs/operations.md).
 */
export type MailReplies = { address: string; authServer: string }

/** `url` is the address of an SMTP server: smtps://user:password@host:465, smtp://localhost:25. */
export type MailSettings = { url: string; from: string; replies?: MailReplies | undefined }

export type Mailer = {
  /** False without an SMTP server: no mail is sent, and pages offer another way. */
  configured: boolean
  /** Sender address of mails, such as `Assay <assay@lab.test>`. */
  from?: string
  /** Absent when mails cannot be answered. */
  replies?: MailReplies | undefined
  /** @throws Error when the server does not accept the mail. */
  sendMail(mail: Mail): Promise<'sent' | 'not-configured'>
}

const TIMEOUT_MS = 15_000

/** Sends mail by SMTP; the library is loaded with the first one. */
export function openMailer(settings: MailSettings | null): Mailer {
  if (settings === null) return { configured: false, sendMail: async () => 'not-configured' }
  const { url, from, replies } = settings
  return {
    configured: true,
    from,
    replies,
    async sendMail({ to, subject, text, html, messageId, threadId, replyTo, calendar }) {
      const { createTransport } = await import('nodemailer')
      const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS }
      const transport = createTransport({ url, ...timeouts })
      try {
        // Marks the mail as automatic, so that auto-responders do not reply to it.
        const headers = { 'Auto-Submitted': 'auto-generated' }
        await transport.sendMail({
          from,
          to,
          subject,
          text,
          html,
          headers,
          ...(calendar !== undefined && {
            // The file is sent as an alternative of the mail, which Gmail, Outlook and Apple Mail show as an
            // invitation, and as an attachment.
            icalEvent: { method: calendar.method, filename: calendar.filename, content: calendar.text },
          }),
          ...(replyTo !== undefined && { replyTo }),
          ...(messageId !== undefined && { messageId: `<${messageId}@assay>` }),
          // No mail has this id; mail programs group all mails that refer to it.
          ...(threadId !== undefined && { inReplyTo: `<${threadId}@assay>`, references: `<${threadId}@assay>` }),
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
