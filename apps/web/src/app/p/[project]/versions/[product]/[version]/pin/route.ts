import { PIN_ANSWER } from '../../../../../../../features/versions/pin-answers.ts'
import { versionPath } from '../../../../../../../paths.ts'
import { answerPinForm } from '../../../../../../../server/answer-pin-form.ts'

type Context = { params: Promise<{ project: string; product: string; version: string }> }

/** Handles the form of a version page and redirects back to it. The CSRF check runs earlier (scripts/serve). */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { project, product, version } = await params
  const answer = await answerPinForm(request, { project, product })
  const location = `${versionPath(project, product, version)}?${PIN_ANSWER}=${answer}#pinned`
  return new Response(null, { status: 303, headers: { location } })
}
