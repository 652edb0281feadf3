import { answerReportChart } from '../../../../../../../server/share-files.ts'

type Props = { params: Promise<{ project: string; slug: string; name: string }> }

export async function GET(_request: Request, { params }: Props): Promise<Response> {
  const { project, slug, name } = await params
  return answerReportChart(project, slug, name)
}
