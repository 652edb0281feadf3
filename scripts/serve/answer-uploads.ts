import { appError } from '@assay/api/errors'
import { checkHealth } from '@assay/api/health/check-health'
import { withFaultResponse } from '@assay/api/http/fault-response'
import { handleTrpc } from '@assay/api/http/handle-trpc'
import { problemResponse } from '@assay/api/http/problem-document'
import type { Services } from '@assay/api/services'

const TRPC = '/api/trpc'

/** Responds to the requests of the process for uploads that are not REST: uploads by tRPC, and health. */
export async function answerUploads(request: Request, services: Services): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (pathname.startsWith(`${TRPC}/`)) return handleTrpc(request, services, TRPC)
  if (pathname === '/api/health/live') return Response.json({ status: 'live' })
  if (pathname === '/api/health/ready') return withFaultResponse(() => readinessResponse(services))
  return problemResponse(appError('not-found', `There is nothing at ${pathname}.`))
}

/** 200 once the server can work, 503 with the reason until then. */
async function readinessResponse(services: Services): Promise<Response> {
  const health = await checkHealth(services)
  return Response.json(health, { status: health.ready ? 200 : 503, headers: { 'cache-control': 'no-store' } })
}
