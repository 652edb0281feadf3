import { sharePath } from '../../../../paths.ts'
import { getShare } from '../../../../server/open-share-page.ts'
import { answerExport } from '../../../../server/share-files.ts'

type Props = { params: Promise<{ secret: string }> }

export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { secret } = await params
  return answerExport(await getShare(secret), sharePath(secret), request)
}
