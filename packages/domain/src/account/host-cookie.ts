const PREFIX = '__Host-'

export const isHttps = (url: string): boolean => url.startsWith('https:')

/**
 * Returns the name of a cookie of a site. With the prefix `__Host-` browsers refuse the cookie from other hosts and over
 * plain http, which is used on localhost.
 */
export const hostCookieName = (name: string, url: string): string => (isHttps(url) ? `${PREFIX}${name}` : name)

/** Returns a cookie of a preference, which is no secret, under either name. */
export const findPreference = <T>(name: string, get: (name: string) => T | undefined): T | undefined =>
  get(`${PREFIX}${name}`) ?? get(name)

/** A cookie for the whole site, for Set-Cookie or for `document.cookie`. */
export function writeHostCookie(
  name: string,
  value: string,
  { url, maxAgeSeconds, isForScripts = false }: { url: string; maxAgeSeconds: number; isForScripts?: boolean },
): string {
  const only = isForScripts ? '' : '; HttpOnly'
  const secure = isHttps(url) ? '; Secure' : ''
  return `${hostCookieName(name, url)}=${value}; Path=/; Max-Age=${maxAgeSeconds}${only}; SameSite=Lax${secure}`
}
