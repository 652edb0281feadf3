const BASE = 'http://assay.invalid'

/** Returns the path in an address if it is on this server; empty for any address that would lead elsewhere. */
export function nextPath(text: string | null): string {
  if (text === null || !/^\/[\x21-\x7e]*$/.test(text)) return ''
  const path = localPath(text)
  // Removing `..` can leave two slashes at the beginning, which name a host, so the result is checked like the text.
  return path !== null && localPath(path) === path ? path : ''
}

/** Returns the path as a browser parses it; null when it is on another host. */
function localPath(text: string): string | null {
  const url = URL.parse(text, BASE)
  return url?.origin === BASE ? `${url.pathname}${url.search}${url.hash}` : null
}

const OWN_FORMS = /^\/(?:sign-in|sign-up|set-up|reset-password|verify|people)(?:[/?#]|$)/

/** The page to return to after signing in. */
export function cameFrom(referer: string | null, host: string | null): string {
  const url = referer === null ? null : URL.parse(referer)
  if (url === null || url.host !== host) return ''
  const path = nextPath(`${url.pathname}${url.search}`)
  return OWN_FORMS.test(path) ? '' : path
}
