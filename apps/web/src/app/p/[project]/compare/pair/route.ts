import { readPairFields } from '../../../../../features/compare/pair/pair-fields.ts'
import { comparePath } from '../../../../../paths.ts'
import { api, orNotFound } from '../../../../../trpc/server-caller.ts'

type Context = { params: Promise<{ project: string }> }

/**
 * Redirects to the comparison of two versions that the pair form names, or to the usual one when they cannot be
 * compared. The location is relative, because the server may not know the name under which people reach it.
 */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { project } = await params
  const { comparisons } = await api()
  const pair = readPairFields(new URL(request.url).searchParams)
  const query = await orNotFound(comparisons.pair({ project, pair }))
  return new Response(null, { status: 303, headers: { location: comparePath(project, query ?? '') } })
}
