import { ANSWER_PARAMETER } from '../../../../../../features/run/validity/refusals.ts'
import { runPath } from '../../../../../../paths.ts'
import { answerValidityForm } from '../../../../../../trpc/answer-validity-form.ts'

type Context = { params: Promise<{ project: string; runId: string }> }

/** Answers the form of a run page by leading back to it. That no other site sent it is seen to before (scripts/serve). */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { project, runId } = await params
  const answer = await answerValidityForm(request, { project, runId })
  const location = `${runPath(project, runId)}?${ANSWER_PARAMETER}=${answer}#validity`
  return new Response(null, { status: 303, headers: { location } })
}
