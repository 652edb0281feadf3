import { AUTH_PATH } from '../accounts/identity-names.ts'
import { log } from '../observability/log.ts'

/** The random value of one sign-in, which the provider sends back. */
export const SIGN_IN_STATE = /^[A-Za-z0-9_-]{43}$/

/** The callback of an organization's provider; for OpenID Connect its owner registers it as the redirect URI. */
export const redirectUri = (publicUrl: string, organization: string): string =>
  `${publicUrl}${AUTH_PATH}/sso/${organization}/callback`

export function redirectTo(location: string, cookies: readonly string[], status: 302 | 303 = 302): Response {
  const headers = new Headers({ location, 'cache-control': 'no-store' })
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return new Response(null, { status, headers })
}

/** Logs the message only, because the error may hold tokens and claims. */
export function logRefusedAnswer(organization: string, error: unknown): null {
  const reason = error instanceof Error ? error.message : String(error)
  log.warn({ component: 'sign-in', organization, reason }, 'an answer of an identity provider was refused')
  return null
}
