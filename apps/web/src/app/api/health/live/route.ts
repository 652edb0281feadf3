export const dynamic = 'force-dynamic'

/** The process answers; whether it can work is what `ready` says. */
export function GET(): Response {
  return Response.json({ status: 'live' })
}
