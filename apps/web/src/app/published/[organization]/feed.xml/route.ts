import { answerFeed } from '../../../../server/answer-feed.ts'

type Context = { params: Promise<{ organization: string }> }

/** Reports of the public projects of one organization. */
export async function GET(request: Request, { params }: Context) {
  return answerFeed(request, (await params).organization)
}
