import { checkHealth } from '@assay/api/health/check-health'
import { services } from '../../../../server/web-services.ts'

export const dynamic = 'force-dynamic'

/** 200 once the server can work (`checkHealth`), 503 with the reason until then. */
export async function GET(): Promise<Response> {
  const readiness = await readinessOf()
  return Response.json(readiness, { status: readiness.ready ? 200 : 503, headers: { 'cache-control': 'no-store' } })
}

async function readinessOf() {
  try {
    return await checkHealth(await services())
  } catch (error) {
    return {
      ready: false,
      code: 'unreachable',
      reason: error instanceof Error ? error.message : String(error),
    } as const
  }
}
