import type { ReceivedMail } from './parse-mail.ts'

/**
 * Returns the reason why a mail was not written by a person: an automatic reply, a bounce, a mailing list, or a mail of
 * this server itself. Answering those could start a loop.
 *
 * @param own sender address of this server.
 */
export function automaticReason({ headers, from }: ReceivedMail, own: string): string | null {
  const headerValue = (name: string) =>
    headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase() ?? null
  const submitted = headerValue('auto-submitted')
  if (submitted !== null && submitted.split(/[;\s]/)[0] !== 'no') return 'an automatic mail (Auto-Submitted)'
  const precedence = headerValue('precedence')
  if (precedence !== null && /^(?:bulk|junk|list|auto[_-]reply)$/.test(precedence))
    return `a mail of precedence ${precedence}`
  for (const name of ['x-autoreply', 'x-autorespond', 'list-id', 'list-unsubscribe', 'feedback-id']) {
    if (headerValue(name) !== null) return `an automatic mail (${name})`
  }
  if (headerValue('return-path') === '<>') return 'a bounce'
  const type = headerValue('content-type') ?? ''
  if (type.startsWith('multipart/report') || type.startsWith('message/delivery-status')) return 'a delivery report'
  if (/^text\/calendar|method="?reply/.test(type)) return 'an answer of a calendar'
  if (/^(?:mailer-daemon|postmaster|no-?reply|bounces?)[+@]/.test(from)) return `a mail of ${from.split('@')[0]}`
  if (from === addressIn(own)) return 'a mail of this server'
  return null
}

/** The address of `Assay <assay@lab.test>`. */
const addressIn = (text: string) => (/<([^<>]+)>\s*$/.exec(text)?.[1] ?? text).trim().toLowerCase()
