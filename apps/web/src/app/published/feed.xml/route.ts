import { answerFeed } from '../../../server/answer-feed.ts'

export const dynamic = 'force-dynamic'

/** Reports of all public projects. */
export const GET = (request: Request) => answerFeed(request, null)
