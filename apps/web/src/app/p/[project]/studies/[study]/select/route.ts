import { isPickedStudy, PICKED } from '@assay/domain/compare/studies/selection/study-choice'
import { notFound } from 'next/navigation'
import { studyPath } from '../../../../../../paths.ts'
import { api, orNotFound } from '../../../../../../trpc/server-caller.ts'

type Context = { params: Promise<{ project: string; study: string }> }

/**
 * Returns the address of a study with the picked machine, product and so on: as text for the page's script, otherwise as
 * a redirect. The location is relative, because the server may not know the name under which people reach it.
 */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { project, study: kind } = await params
  if (!isPickedStudy(kind)) notFound()
  const given = new URL(request.url).searchParams
  const picked = Object.fromEntries(
    PICKED.flatMap((name) => {
      const value = given.get(name) ?? ''
      return value === '' ? [] : [[name, value]]
    }),
  )
  const { comparisons } = await api()
  const query = await orNotFound(comparisons.study({ project, kind, picked }))
  const location = studyPath(project, kind, query ?? '')
  if (request.headers.get('accept') === 'text/plain') {
    return new Response(location, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
  }
  return new Response(null, { status: 303, headers: { location } })
}
