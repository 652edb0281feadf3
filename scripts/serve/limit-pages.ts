import type { ServerResponse } from 'node:http'
import { addressOf } from '@assay/api/http/limit-request'
import type { Services } from '@assay/api/services'

/** Files of the build, which cost next to nothing, and what is limited elsewhere or must always answer. */
const FREE = /^\/(?:_next\/static\/|api\/trpc|api\/health\/|icon\.svg|favicon\.ico)/
/** Paths that render a whole table or picture. */
const EXPORT = /\/export(?:\?|$)/

/** Answers a request for a page that is one too many; false when it is not, and somebody else is to answer. */
export async function refusePage(
  { limits }: Pick<Services, 'limits'>,
  { url = '', address }: { url: string | undefined; address: string | null },
  response: ServerResponse,
): Promise<boolean> {
  if (FREE.test(url)) return false
  const taken = await limits.take(EXPORT.test(url) ? 'export' : 'page', [addressOf({ address })])
  if (taken.ok) return false
  const seconds = String(taken.retryAfterSeconds)
  response.writeHead(429, { 'content-type': 'text/plain; charset=utf-8', 'retry-after': seconds })
  response.end(`Too many pages at once. Try again in ${seconds} s.\n`)
  return true
}
