import { publishedPath } from '../../../../../paths.ts'
import { getPublished } from '../../../../../server/open-share-page.ts'
import { answerExport } from '../../../../../server/share-files.ts'

type Props = { params: Promise<{ organization: string; slug: string }> }

export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { organization, slug } = await params
  return answerExport(await getPublished(organization, slug), publishedPath(organization, slug), request)
}
