import { ok } from '@assay/domain/result'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import type { Caller } from '../access/resolve-access.ts'
import { appRouter } from '../router.ts'
import type { Services } from '../services.ts'
import { admitRequest } from './admit-request.ts'
import { answeringFaults } from './answering-faults.ts'
import { isNotNow } from './fault.ts'
import { problemResponse, RETRY_AFTER } from './problem.ts'
import { readJson, strictJson } from './read-body.ts'
import { refuseTokenInUrl } from './token-headers.ts'

/**
 * The tRPC endpoint. What is sent is read here first, as strictly as in REST: gzip undone, limits kept, and nothing that
 * `JSON.parse` would quietly change.
 *
 * @param endpoint path below which the procedures lie, `/api/trpc`.
 */
export function handleTrpc(request: Request, services: Services, endpoint: string): Promise<Response> {
  return answeringFaults(async () => {
    const refused = refuseTokenInUrl(request)
    if (refused !== null) return refused
    // Several procedures may come in one request, with commas between their names.
    const cost = new URL(request.url).pathname.split(',').length
    const admitted = await admitRequest(request, services, { name: 'api', cost })
    if (!admitted.ok) return admitted.answer
    const checked = await checkedRequest(request, admitted.caller)
    if (checked instanceof Response) return checked
    const answer = await fetchRequestHandler({
      endpoint,
      req: checked,
      router: appRouter,
      createContext: () => ({ services, caller: admitted.caller }),
      onError: ({ error }) => {
        if (error.code === 'INTERNAL_SERVER_ERROR' && !isNotNow(error)) console.error(error)
      },
    })
    if (answer.status === 503) answer.headers.set('retry-after', RETRY_AFTER)
    admitted.addHeaders(answer.headers)
    return answer
  })
}

async function checkedRequest(request: Request, caller: Caller): Promise<Request | Response> {
  if (request.method !== 'POST') {
    // The input of a query is in its address.
    const input = new URL(request.url).searchParams.get('input')
    const read = input === null ? ok(null) : strictJson(input)
    return read.ok ? request : problemResponse(read.error)
  }
  const body = await readJson(request, caller)
  if (!body.ok) return problemResponse(body.error)
  const headers = new Headers(request.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  return new Request(request.url, { method: 'POST', headers, body: JSON.stringify(body.value) })
}
