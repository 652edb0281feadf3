import { answerShareExport } from '../../../../trpc/shares.ts'

type Props = { params: Promise<{ secret: string }> }

export async function GET(request: Request, { params }: Props): Promise<Response> {
  return answerShareExport((await params).secret, request)
}
