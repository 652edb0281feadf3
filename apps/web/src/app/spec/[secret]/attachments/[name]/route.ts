import { openLinkedAttachment } from '@assay/api/specs/spec-links'
import { answerAttachment } from '../../../../../server/answer-attachment.ts'
import { services } from '../../../../../server/web-services.ts'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ secret: string; name: string }> }

export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { secret, name } = await params
  return answerAttachment(async () => openLinkedAttachment(await services(), secret, name))
}
