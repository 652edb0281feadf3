import { answerAttachment } from '../../../../../../../server/answer-attachment.ts'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ project: string; spec: string; name: string }> }

export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { project, spec, name } = await params
  return answerAttachment((api) => api.specs.attachment({ project, spec, name }))
}
