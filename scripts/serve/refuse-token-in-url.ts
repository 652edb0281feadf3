import type { IncomingMessage, ServerResponse } from 'node:http'
import { tokenInUrl } from '@assay/api/http/token-headers'

/**
 * Refuses a request for any page whose URL contains a token; returns false for others. The response does not repeat the
 * URL, and links omit it (Referrer-Policy).
 */
export function refuseTokenInUrl({ url = '' }: IncomingMessage, response: ServerResponse): boolean {
  // The handler of tRPC refuses it in a format that its clients read.
  if (url.startsWith('/api/trpc/')) return false
  const detail = tokenInUrl(url)
  if (detail === null) return false
  response.writeHead(400, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  response.end(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>The URL contains a token</title>
<main><h1>The URL contains a token</h1>
<p>${detail}</p>
<p>The history of this browser has it now, too. A maintainer revokes it in its project, under Settings, Tokens.</p>
<p><a href="/">To the projects</a></p></main>
</html>
`)
  return true
}
