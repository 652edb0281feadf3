import { ok } from '@assay/domain/result'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { getProcedureAtPath } from '@trpc/server/unstable-core-do-not-import'
import type { Caller } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'
import { log } from '../observability/log.ts'
import { appRouter } from '../router.ts'
import type { Services } from '../services.ts'
import { refuseCall } from '../trpc.ts'
import { admitRequest } from './admit-request.ts'
import { bodyCost, callCost, MAX_BATCH_COST } from './call-cost.ts'
import { faultError } from './fault.ts'
import { withFaultResponse } from './fault-response.ts'
import { announcedBytes, type RequestCost, subjectsOf, tooManyResponse } from './limit-request.ts'
import { problemResponse, RETRY_AFTER } from './problem-document.ts'
import { documentBudget, readJson, refuseOtherType, strictJson } from './read-body.ts'
import { refuseTokenInUrl } from './token-headers.ts'
import type { UnpackBudget } from './unpack-budget.ts'

/**
 * Maximum procedures in one request. The client of the pages batches at most this many (apps/web/src/trpc/client.ts).
 */
export const MAX_BATCH = 20

/**
 * The tRPC endpoint. Callers, procedures and budgets are checked before a body is read. The body is then read here, as
 * strictly as in REST: gzip is undone, limits apply, and anything that `JSON.parse` would silently change is refused.
 *
 * @param endpoint path of the procedures, `/api/trpc`.
 */
export function handleTrpc(request: Request, services: Services, endpoint: string): Promise<Response> {
  return withFaultResponse(async () => {
    const refused = refuseTokenInUrl(request)
    if (refused !== null) return refused
    const names = calledProcedures(request, endpoint)
    const cost = names.reduce((sum, name) => sum + callCost(name), 0)
    // A run counts against the quotas of uploads through either interface.
    const budgetName = names.includes('runs.upload') ? 'upload' : 'api'
    const counted = { name: budgetName, cost, bytes: announcedBytes(request) } satisfies RequestCost
    const admitted = await admitRequest(request, services, counted)
    if (!admitted.ok) return admitted.answer
    const tooLarge = refuseBatch(names, cost)
    if (tooLarge !== null) return problemResponse(tooLarge)
    const budget = documentBudget()
    const checked = await checkedRequest(request, { names, caller: admitted.caller, budget })
    if (checked instanceof Response) return checked
    if (budgetName === 'api') {
      const read = await services.limits.take('api', subjectsOf(admitted.caller), bodyCost(budget.bytes))
      if (!read.ok) return tooManyResponse(read)
    }
    const answer = await fetchRequestHandler({
      endpoint,
      req: checked,
      router: appRouter,
      createContext: () => ({ services, caller: admitted.caller, budget }),
      onError: ({ error }) => {
        if (error.code !== 'INTERNAL_SERVER_ERROR' || faultError(error) !== null) return
        log.error({ component: 'http', err: error }, 'a procedure failed by a bug')
      },
    })
    if (answer.status === 429 || answer.status === 503) answer.headers.set('retry-after', RETRY_AFTER)
    admitted.addHeaders(answer.headers)
    return answer
  })
}

/** Names of the procedures that a request calls; tRPC separates those of a batch by commas. */
function calledProcedures(request: Request, endpoint: string): string[] {
  const { pathname } = new URL(request.url)
  return pathname.slice(endpoint.length + 1).split(',')
}

/** The refusal of a batch that is too long or too heavy, before any of it runs; null for others. */
function refuseBatch(names: readonly string[], cost: number): AppError | null {
  const advice = 'Send them in several requests.'
  if (names.length > MAX_BATCH) {
    const detail = `One request may call at most ${MAX_BATCH} procedures; this one calls ${names.length}. ${advice}`
    return appError('query-invalid', detail)
  }
  if (cost <= MAX_BATCH_COST || names.length === 1) return null
  const detail = `The procedures of one request may cost ${MAX_BATCH_COST} in total; these cost ${cost}. ${advice}`
  return appError('query-invalid', detail)
}

type Call = { names: readonly string[]; caller: Caller; budget: UnpackBudget }

async function checkedRequest(request: Request, call: Call): Promise<Request | Response> {
  if (request.method !== 'POST') {
    // The input of a query is in the URL.
    const input = new URL(request.url).searchParams.get('input')
    const read = input === null ? ok(null) : strictJson(input)
    return read.ok ? request : problemResponse(read.error)
  }
  const notJson = refuseOtherType(request)
  if (notJson !== null) return problemResponse(notJson)
  // Without a body each call is answered with its own refusal: not found, wrong method, or not allowed.
  if (!(await needsBody(call))) return readRequest(request, {})
  const body = await readJson(request, call.caller, call.budget)
  return body.ok ? readRequest(request, body.value) : problemResponse(body.error)
}

/** False when every procedure of a POST refuses before its input is read. */
async function needsBody({ names, caller }: Call): Promise<boolean> {
  for (const name of names) {
    const procedure = await getProcedureAtPath(appRouter, name)
    if (procedure?._def.type === 'mutation' && refuseCall(name, caller) === null) return true
  }
  return false
}

/** A request whose body was read and parsed, so that it is neither serialized again nor parsed twice. */
function readRequest({ url, headers, signal }: Request, value: unknown): Request {
  const passedHeaders = new Headers(headers)
  passedHeaders.delete('content-encoding')
  passedHeaders.delete('content-length')
  const request = new Request(url, { method: 'POST', headers: passedHeaders, signal })
  return Object.defineProperty(request, 'json', { value: async () => value })
}
