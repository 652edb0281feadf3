import { createHmac, timingSafeEqual } from 'node:crypto'
import { hostCookieName } from '@assay/domain/account/host-cookie'

/** A session ends after `idleMs` without use, or after `ageMs`. */
export type SessionLimits = { idleMs: number; ageMs: number }

export const SESSION_COOKIE = 'assay-session'

export const sessionCookieName = (publicUrl: string) => hostCookieName(SESSION_COOKIE, publicUrl)

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

/** Session cookies after a replacement of the server secret. */
export type CookieSecrets = { name: string; secret: string; previous: string | undefined }

/**
 * Returns a Cookie header in which a session cookie of the previous secret is signed by the present one, for the identity
 * library, which knows no other. Any other header is returned as it is.
 */
export function signWithPresentSecret(header: string | null, { name, secret, previous }: CookieSecrets): string | null {
  const isCurrent = readSessionToken(header, { name, secret }) !== null
  const token = isCurrent || previous === undefined ? null : readSessionToken(header, { name, secret: previous })
  if (token === null) return header
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  const others = (header ?? '').split(';').filter((pair) => pair.slice(0, pair.indexOf('=')).trim() !== name)
  return [...others, `${name}=${encodeURIComponent(`${token}.${signature}`)}`].join('; ')
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
