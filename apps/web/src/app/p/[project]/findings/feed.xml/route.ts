import { answerFindingsFeed } from '../../../../../server/answer-findings-feed.ts'

export const dynamic = 'force-dynamic'

/**
 * The Atom feed of a project's findings with the filters of its inbox; `key` gives access to a project that is not
 * public.
 */
export const GET = async (request: Request, { params }: { params: Promise<{ project: string }> }) =>
  answerFindingsFeed(request, (await params).project)
