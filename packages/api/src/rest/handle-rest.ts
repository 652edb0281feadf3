import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { describeRoute, validator } from 'hono-openapi'
import { z } from 'zod'
import type { Caller } from '../access/resolve-access.ts'
import { appError } from '../errors.ts'
import { admitRequest } from '../http/admit-request.ts'
import { bodyCost, callCost } from '../http/call-cost.ts'
import { faultResponse } from '../http/fault-response.ts'
import { announcedBytes } from '../http/limit-request.ts'
import { problemResponse } from '../http/problem-document.ts'
import { receiveBody } from '../http/receive-body.ts'
import { refuseTokenInUrl } from '../http/token-headers.ts'
import type { Services } from '../services.ts'
import { describeOperation } from './describe-operation.ts'
import type { RestCall, RestRoute } from './route.ts'
import { restRoutes } from './routes.ts'

type RestEnv = { Bindings: { services: Services }; Variables: { caller: Caller } }
type Issues = readonly { message: string; path?: readonly unknown[] | undefined }[]

const AnyQuery = z.looseObject({})

/** Every REST route as a Hono app, from which openapi.ts generates the OpenAPI document. */
export const restApp = new Hono<RestEnv>({ strict: false })

/** Handles any request under /api/v1 by its route, or responds with a problem document. */
export const handleRest = async (request: Request, services: Services): Promise<Response> =>
  restApp.fetch(request, { services })

const refuseAddress = createMiddleware<RestEnv>(async (c, next) => {
  const refused = refuseTokenInUrl(c.req.raw)
  if (refused !== null) return refused
  if (c.req.url.includes('%00')) {
    return problemResponse(appError('query-invalid', 'The URL contains a NUL character. Remove %00 from it.'))
  }
  return next()
})

const refuseMethod = methodNotAllowed({
  app: restApp,
  onMethodNotAllowed({ req }, methods) {
    const allow = methods.filter((method) => method !== 'HEAD').join(', ')
    const detail = `Method ${req.method} is not allowed for ${pathnameOf(req.url)}. Use ${allow}.`
    return problemResponse(appError('method-not-allowed', detail), { allow })
  },
})

restApp.use(refuseAddress, refuseMethod)
for (const route of restRoutes) {
  restApp.on(
    route.method.toUpperCase(),
    route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    admit(route),
    validator('param', route.pathSchema, (checked, c) =>
      checked.success ? undefined : noPath(c.req.url, checked.error),
    ),
    validator('query', route.querySchema ?? AnyQuery, (checked) =>
      checked.success ? undefined : noQuery(checked.error),
    ),
    describeRoute(describeOperation(route)),
    (c) =>
      inTurn(route, {
        request: c.req.raw,
        url: new URL(c.req.url),
        services: c.env.services,
        caller: c.get('caller'),
        path: c.req.valid('param'),
        query: c.req.valid('query'),
      }),
  )
}
restApp.notFound(({ req }) =>
  problemResponse(
    appError('not-found', `There is nothing at ${pathnameOf(req.url)}. /api/openapi.json lists all operations.`),
  ),
)
restApp.onError(faultResponse)

/** Handles a call; a heavy one waits for its caller's turn. */
async function inTurn(route: RestRoute, call: RestCall): Promise<Response> {
  const { services, caller, request } = call
  let received = request
  const receive = async () => {
    received = await receiveBody(request, caller)
  }
  const done = await services.heavy.run({ caller, name: route.operationId, signal: request.signal, receive }, () =>
    route.handle({ ...call, request: received }),
  )
  return done.ok ? done.value : problemResponse(done.error)
}

/** Resolves the caller and counts the request, before anything else of it is read. */
function admit({ limit: name = 'api', operationId }: RestRoute) {
  return createMiddleware<RestEnv>(async (c, next) => {
    const bytes = announcedBytes(c.req.raw)
    // Every other budget counts one kind of work, so it counts requests.
    const cost = name === 'api' ? callCost(operationId) + bodyCost(bytes) : 1
    const admitted = await admitRequest(c.req.raw, c.env.services, { name, cost, bytes })
    if (!admitted.ok) return admitted.answer
    c.set('caller', admitted.caller)
    await next()
    admitted.addHeaders(c.res.headers)
    return undefined
  })
}

function noPath(url: string, [issue]: Issues): Response {
  const where = (issue?.path ?? []).join('.')
  return problemResponse(appError('not-found', `There is nothing at ${pathnameOf(url)}: ${where} ${issue?.message}.`))
}

function noQuery(issues: Issues): Response {
  const locations = issues.map(({ path = [], message }) => ({ pointer: ['/query', ...path].join('/'), message }))
  return problemResponse(appError('query-invalid', `${locations[0]?.pointer}: ${locations[0]?.message}.`, locations))
}

const pathnameOf = (url: string) => new URL(url).pathname
