import { getPublished } from '../../../../../../server/open-share-page.ts'
import { answerChart } from '../../../../../../server/share-files.ts'

type Props = { params: Promise<{ organization: string; slug: string; name: string }> }

export async function GET(_request: Request, { params }: Props): Promise<Response> {
  const { organization, slug, name } = await params
  return answerChart(await getPublished(organization, slug), name)
}
