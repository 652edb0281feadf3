import { z } from 'zod'

/** More sites than a header should name. */
const MAX_HOSTS = 20

/**
 * A site that is allowed to embed a page, as a Content-Security-Policy names it: `blog.example.com`, `*.example.com`,
 * `example.com:8443`, with `https://` or `http://` in front where it matters. No other text is allowed in that header.
 */
export const FrameHost = z
  .string()
  .max(200)
  .regex(
    /^(?:https?:\/\/)?(?:\*\.)?[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*(?::\d{1,5})?$/i,
    'a site is a host such as blog.example.com or *.example.com',
  )
  .transform((host) => host.toLowerCase())

/** Sites that may frame it; null for every one, an empty list for none. */
export const FrameHosts = z.array(FrameHost).max(MAX_HOSTS).nullable()

/** Every site in a content security policy: a page over https may be framed over https only. */
export const ANY_SITE = 'https: http:'

/** The sources of `frame-ancestors`. */
export function frameAncestors(hosts: readonly string[] | null): string {
  if (hosts === null) return ANY_SITE
  return hosts.length === 0 ? "'none'" : hosts.join(' ')
}
