import { appError } from '@assay/api/errors'
import { handleTrpc } from '@assay/api/http/handle-trpc'
import { problemResponse } from '@assay/api/http/problem'
import type { Services } from '@assay/api/services'

const TRPC = '/api/trpc'

/** Answers the requests of the process for uploads that are not REST: uploads by tRPC, and health. */
export async function answerUploads(request: Request, services: Services): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (pathname.startsWith(`${TRPC}/`)) return handleTrpc(request, services, TRPC)
  if (pathname === '/api/health/live') return Response.json({ status: 'live' })
  if (pathname === '/api/health/ready') return readinessResponse(services)
  return problemResponse(appError('not-found', `There is nothing at ${pathname}.`))
}

/** 200 once the database answers and has every migration, 503 with the reason until then. */
async function readinessResponse({ db }: Services): Promise<Response> {
  const readiness = await db.ready()
  return Response.json(readiness, { status: readiness.ready ? 200 : 503, headers: { 'cache-control': 'no-store' } })
}
