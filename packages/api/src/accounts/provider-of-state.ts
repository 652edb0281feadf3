import { hostCookieName, writeHostCookie } from '@assay/domain/account/host-cookie'

const COOKIE = 'assay-provider-state'
/** As long as the library accepts a state. */
const MAX_AGE_SECONDS = 10 * 60

/**
 * Returns a cookie that binds the state of a sign-in to the provider that the person is sent to. The library accepts a
 * state at the callback of any provider, so that one of them could answer for another (mix-up, RFC 9700, section 4.4).
 *
 * @param url address at the provider, with the state in its query.
 */
export function bindState(url: string, provider: string, publicUrl: string): string {
  const state = new URL(url).searchParams.get('state') ?? ''
  return writeHostCookie(COOKIE, cookieValue(provider, state), { url: publicUrl, maxAgeSeconds: MAX_AGE_SECONDS })
}

/** True when the state of a callback was bound to its provider in this browser. */
export function isStateOf(provider: string, { url, headers }: Request, publicUrl: string): boolean {
  const state = new URL(url).searchParams.get('state') ?? ''
  const bound = `${hostCookieName(COOKIE, publicUrl)}=${cookieValue(provider, state)}`
  return (headers.get('cookie') ?? '').split(';').some((pair) => pair.trim() === bound)
}

const cookieValue = (provider: string, state: string): string => encodeURIComponent(`${provider}.${state}`)
