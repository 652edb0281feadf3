import { answerCalendar } from '../../../../../../server/answer-calendar.ts'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ project: string; spec: string }> }

export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { project, spec: name } = await params
  return answerCalendar((api) => api.reviewers.calendar({ project, name }))
}
