/** A path of this server out of an address; empty for anything that would lead elsewhere. */
export function nextPath(text: string | null): string {
  if (text === null || !/^\/(?![/\\])[\x21-\x7e]*$/.test(text)) return ''
  // The check uses the URL as a browser parses it, because prefixes of the text can deceive.
  const base = 'http://assay.invalid'
  const url = URL.parse(text, base)
  return url?.origin === base ? `${url.pathname}${url.search}${url.hash}` : ''
}

const OWN_FORMS = /^\/(?:sign-in|sign-up|set-up|reset-password|verify|people)(?:[/?#]|$)/

/** The page that somebody came from, so that signing in leads back to it. */
export function cameFrom(referer: string | null, host: string | null): string {
  const url = referer === null ? null : URL.parse(referer)
  if (url === null || url.host !== host) return ''
  const path = nextPath(`${url.pathname}${url.search}`)
  return OWN_FORMS.test(path) ? '' : path
}
