import { createHmac, timingSafeEqual } from 'node:crypto'

/** A session ends after `idleMs` without use, or after `ageMs`. */
export type SessionLimits = { idleMs: number; ageMs: number }

/**
 * With the prefix `__Host-` browsers refuse the cookie from other hosts and over plain http, which is used on
 * localhost.
 */
export const sessionCookieName = (publicUrl: string) =>
  publicUrl.startsWith('https:') ? '__Host-assay-session' : 'assay-session'

/**
 * Returns the session token of a Cookie header; null without one, or with an invalid signature. The format is that of
 * the identity library: the token, a dot, and its HMAC-SHA256 in base64, percent-encoded.
 */
export function readSessionToken(
  header: string | null,
  { name, secret }: { name: string; secret: string },
): string | null {
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=')
    if (pair.slice(0, at).trim() === name) return verified(decoded(pair.slice(at + 1).trim()), secret)
  }
  return null
}

/**
 * Hashes session tokens and mailed secrets for storage: HMAC-SHA256 with a key of the server, in hex. A leaked database
 * contains neither the key nor a token that can be used.
 */
export function sessionHasher(secret: string): (token: string) => string {
  const key = createHmac('sha256', secret).update('assay sessions').digest()
  return (token) => createHmac('sha256', key).update(token).digest('hex')
}

function verified(value: string, secret: string): string | null {
  const dot = value.lastIndexOf('.')
  if (dot < 1) return null
  const token = value.slice(0, dot)
  const given = Buffer.from(value.slice(dot + 1), 'base64')
  const right = createHmac('sha256', secret).update(token).digest()
  return given.length === right.length && timingSafeEqual(given, right) ? token : null
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
