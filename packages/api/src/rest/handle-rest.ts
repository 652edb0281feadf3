import { requestFacts } from '../access/request-facts.ts'
import { type Caller, resolveCaller } from '../access/resolve-access.ts'
import { appError } from '../errors.ts'
import { answeringFaults } from '../http/answering-faults.ts'
import { refuseForeign } from '../http/csrf-check.ts'
import { addressOf, limitCall, tooManyResponse, withLimitHeaders } from '../http/limit-request.ts'
import { problemResponse } from '../http/problem.ts'
import { LIMIT_BYTES } from '../http/read-body.ts'
import { refuseTokenInUrl, withTokenExpiry } from '../http/token-headers.ts'
import type { Services } from '../services.ts'
import type { RestRoute } from './route.ts'
import { restRoutes } from './routes.ts'

const compiled = restRoutes.map((route) => ({ route, pattern: pathPattern(route.path) }))

/** Answers any request under /api/v1. Whatever is sent, the answer is what the routes say or a problem document. */
export function handleRest(request: Request, services: Services): Promise<Response> {
  return answeringFaults(() => dispatch(request, services))
}

async function dispatch(request: Request, services: Services): Promise<Response> {
  const refused = refuseTokenInUrl(request) ?? refuseForeign(request, services)
  if (refused !== null) return refused
  const url = new URL(request.url)
  if (/%00/.test(request.url)) {
    return problemResponse(appError('query-invalid', 'The address holds a NUL character, which no name has.'))
  }
  const onPath = compiled.filter(({ pattern }) => pattern.test(url.pathname))
  const method = request.method === 'HEAD' ? 'get' : request.method.toLowerCase()
  const match = onPath.find(({ route }) => route.method === method)
  if (match === undefined)
    return unmatched(
      request,
      url,
      onPath.map(({ route }) => route),
    )
  const facts = requestFacts(request.headers)
  const caller = await resolveCaller(services, facts)
  if (!caller.ok) {
    const counted = await services.limits.take('api', [addressOf(facts)])
    return counted.ok ? problemResponse(caller.error) : tooManyResponse(counted)
  }
  const { route } = match
  const counted = await limitCall(services, caller.value, { name: route.limit ?? 'api', bytes: bytesOf(request) })
  if (!counted.ok) return tooManyResponse(counted)
  const answered = await answer(request, url, services, { ...match, caller: caller.value })
  return withLimitHeaders(withTokenExpiry(answered, caller.value, services.now()), counted.limited)
}

/** Bytes that a request says it has; a whole document where it does not say. */
function bytesOf(request: Request): number {
  const announced = request.headers.get('content-length')
  return announced === null || !/^\d+$/.test(announced) ? LIMIT_BYTES.document : Number(announced)
}

async function answer(
  request: Request,
  url: URL,
  services: Services,
  { route, pattern, caller }: { route: RestRoute; pattern: RegExp; caller: Caller },
): Promise<Response> {
  const path = route.pathSchema.safeParse(decodedParams(pattern.exec(url.pathname)?.groups ?? {}))
  if (!path.success) {
    const issue = path.error.issues[0]
    return problemResponse(
      appError('not-found', `There is nothing at ${url.pathname}: ${issue?.path.join('.')} ${issue?.message}.`),
    )
  }
  const query = route.querySchema?.safeParse(queryRecord(url.searchParams))
  if (query !== undefined && !query.success) {
    const places = query.error.issues.map((issue) => ({
      pointer: `/query${issue.path.map((part) => `/${String(part)}`).join('')}`,
      message: issue.message,
    }))
    return problemResponse(appError('query-invalid', `${places[0]?.pointer}: ${places[0]?.message}.`, places))
  }
  return route.handle({
    request,
    url,
    services,
    caller,
    path: path.data as Record<string, string>,
    query: query?.data ?? {},
  })
}

function unmatched(request: Request, url: URL, others: readonly RestRoute[]): Response {
  if (others.length === 0) {
    return problemResponse(
      appError('not-found', `There is nothing at ${url.pathname}. /api/openapi.json lists what there is.`),
    )
  }
  const allow = others.map((route) => route.method.toUpperCase()).join(', ')
  return problemResponse(
    appError('method-not-allowed', `${request.method} is not for ${url.pathname}; use ${allow}.`),
    { allow },
  )
}

/** `/runs/{runId}` as a pattern with a named group for each parameter; segments hold no slash. */
function pathPattern(template: string): RegExp {
  const body = template.replace(/[.]/g, '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  return new RegExp(`^${body}/?$`)
}

function decodedParams(groups: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeOrKeep(value)]))
}

function decodeOrKeep(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value // A malformed escape matches no id, so the answer is 404.
  }
}

/** Repeated parameters become a list, single ones a text. */
function queryRecord(params: URLSearchParams): Record<string, string | string[]> {
  const record: Record<string, string | string[]> = Object.create(null)
  for (const name of new Set(params.keys())) {
    const values = params.getAll(name)
    record[name] = values.length === 1 ? (values[0] ?? '') : values
  }
  return record
}
