import { ANSWER_PARAMETER } from '../../../../../../features/run/validity/refusals.ts'
import { runPath } from '../../../../../../paths.ts'
import { answerValidityForm } from '../../../../../../server/answer-validity-form.ts'

type Context = { params: Promise<{ project: string; runId: string }> }

/** Handles the form of a run page and redirects back to it. The CSRF check runs earlier (scripts/serve). */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { project, runId } = await params
  const answer = await answerValidityForm(request, { project, runId })
  const location = `${runPath(project, runId)}?${ANSWER_PARAMETER}=${answer}#validity`
  return new Response(null, { status: 303, headers: { location } })
}
