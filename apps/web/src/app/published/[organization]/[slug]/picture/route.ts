import { getPublished } from '../../../../../server/open-share-page.ts'
import { answerPicture } from '../../../../../server/share-files.ts'

type Props = { params: Promise<{ organization: string; slug: string }> }

export async function GET(_request: Request, { params }: Props): Promise<Response> {
  const { organization, slug } = await params
  return answerPicture(await getPublished(organization, slug))
}
