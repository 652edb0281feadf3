import { z } from 'zod'

/** Maximum sites, because they are sent in one header. */
const MAX_HOSTS = 20

/**
 * A site that may embed a page, in the syntax of Content-Security-Policy: `blog.example.com`, `*.example.com`,
 * `example.com:8443`, optionally with `https://` or `http://`. The pattern allows no other text in that header.
 */
export const FrameHost = z
  .string()
  .max(200)
  .regex(
    /^(?:https?:\/\/)?(?:\*\.)?[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*(?::\d{1,5})?$/i,
    'a site is a host such as blog.example.com or *.example.com',
  )
  .transform((host) => host.toLowerCase())

/** Sites that may embed a page; null for all sites, an empty list for none. */
export const FrameHosts = z.array(FrameHost).max(MAX_HOSTS).nullable()

/** Allows every site in a content security policy; a page served over https can be embedded over https only. */
export const ANY_SITE = 'https: http:'

/** Returns the sources of `frame-ancestors`. */
export function frameAncestors(hosts: readonly string[] | null): string {
  if (hosts === null) return ANY_SITE
  return hosts.length === 0 ? "'none'" : hosts.join(' ')
}
