import { answerAttachment } from '../../../../../../server/answer-attachment.ts'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ project: string; name: string }> }

/** A file that the visitor uploaded for a text that is not stored yet. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { project, name } = await params
  return answerAttachment((api) => api.specs.attachment({ project, spec: null, name }))
}
