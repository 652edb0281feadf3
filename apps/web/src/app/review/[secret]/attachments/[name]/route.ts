import { answerAttachment } from '../../../../../server/answer-attachment.ts'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ secret: string; name: string }> }

export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { secret, name } = await params
  return answerAttachment((api) => api.guests.attachment({ secret, name }))
}
