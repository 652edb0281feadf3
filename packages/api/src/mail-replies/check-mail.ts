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

/**
 * True if the mail server that received the mail verified its sender by DMARC (RFC 7489), as its headers
 * Authentication-Results (RFC 8601) say. Every result of that server must be a pass, so that a sender cannot add one.
 *
 * @param authServer name with which that server begins its header.
 */
export function isAuthenticated({ headers }: ReceivedMail, authServer: string): boolean {
  const results = headers
    .filter(({ key }) => key === 'authentication-results')
    .map(({ value }) => withoutComments(value).split(';'))
    .filter(([server = '']) => server.trim().split(/\s+/)[0]?.toLowerCase() === authServer.toLowerCase())
    .flatMap(([, ...methods]) => methods)
    .flatMap((method) => /^\s*dmarc\s*=\s*([a-z]+)/i.exec(method)?.[1]?.toLowerCase() ?? [])
  return results.length > 0 && results.every((result) => result === 'pass')
}

/** Removes comments in parentheses, which can be nested. */
function withoutComments(value: string): string {
  let text = ''
  let depth = 0
  for (const letter of value) {
    if (letter === '(') depth++
    else if (letter === ')') depth = Math.max(0, depth - 1)
    else if (depth === 0) text += letter
  }
  return text
}
