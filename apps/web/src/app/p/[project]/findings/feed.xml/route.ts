import { answerFindingsFeed } from '../../../../../trpc/answer-findings-feed.ts'

export const dynamic = 'force-dynamic'

/** Findings of a project, by the filters of its inbox; `key` opens that of a project that is not public. */
export const GET = async (request: Request, { params }: { params: Promise<{ project: string }> }) =>
  answerFindingsFeed(request, (await params).project)
