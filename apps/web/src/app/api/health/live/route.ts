export const dynamic = 'force-dynamic'

/** Reports that the process is alive; `ready` reports whether it can serve requests. */
export function GET(): Response {
  return Response.json({ status: 'live' })
}
