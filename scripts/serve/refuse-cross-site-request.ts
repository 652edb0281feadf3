import type { IncomingMessage, ServerResponse } from 'node:http'
import { csrfProblem } from '@assay/api/http/csrf-check'
import { problemResponse } from '@assay/api/http/problem-document'

/**
 * The CSRF check of every request: API, tRPC, forms and sign-in.
 *
 * @returns true when another site may have made a browser send the request, and it is answered.
 */
export function refuseCrossSiteRequest(request: IncomingMessage, response: ServerResponse, publicUrl: string): boolean {
  const { method = 'GET', headers } = request
  const fetchSite = headers['sec-fetch-site']
  const error = csrfProblem(
    {
      method,
      cookie: headers.cookie ?? null,
      authorization: headers.authorization ?? null,
      origin: headers.origin ?? null,
      // Node joins a duplicate header into a list, which is not one of the values that pass.
      fetchSite: typeof fetchSite === 'string' ? fetchSite : null,
      host: headers.host ?? null,
    },
    publicUrl,
  )
  if (error === null) return false
  const answer = problemResponse(error)
  void answer.text().then((body) => {
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    response.end(body)
  })
  return true
}
