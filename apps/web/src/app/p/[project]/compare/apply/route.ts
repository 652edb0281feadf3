import { readBuilderForm } from '../../../../../features/compare/builder/read-builder-form.ts'
import { comparisonPath } from '../../../../../features/compare/comparison-path.ts'

type Context = { params: Promise<{ project: string }> }

/**
 * Returns the address of the comparison that a builder form describes: as text for the page's script, as a redirect when
 * it is opened as a page. It is relative, because the server may not know the name under which people reach it.
 */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { project } = await params
  const location = comparisonPath(project, readBuilderForm(new URL(request.url).searchParams))
  if (request.headers.get('accept') === 'text/plain') {
    return new Response(location, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
  }
  return new Response(null, { status: 303, headers: { location } })
}
