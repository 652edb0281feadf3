import type { ReceivedMail } from './parse-mail.ts'

/**
 * True if the mail server that received the mail verified its sender by DMARC (RFC 7489), as its headers
 * Authentication-Results (RFC 8601) say. Every result of that server must be a pass, so that a sender cannot add one.
 *
 * @param authServer name with which that server begins its header.
 */
export function passesDmarc({ headers }: ReceivedMail, authServer: string): boolean {
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
