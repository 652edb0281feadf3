import { answerLinkedFile } from '../../../../server/open-spec-link.ts'

type Props = { params: Promise<{ secret: string }> }

export async function GET(request: Request, { params }: Props): Promise<Response> {
  return answerLinkedFile((await params).secret, request)
}
