import { getShare } from '../../../../server/open-share-page.ts'
import { answerPicture } from '../../../../server/share-files.ts'

type Props = { params: Promise<{ secret: string }> }

export async function GET(_request: Request, { params }: Props): Promise<Response> {
  const { secret } = await params
  return answerPicture(await getShare(secret))
}
