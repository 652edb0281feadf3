import { getShare } from '../../../../../server/open-share-page.ts'
import { answerChart } from '../../../../../server/share-files.ts'

type Props = { params: Promise<{ secret: string; name: string }> }

export async function GET(_request: Request, { params }: Props): Promise<Response> {
  const { secret, name } = await params
  return answerChart(await getShare(secret), name)
}
