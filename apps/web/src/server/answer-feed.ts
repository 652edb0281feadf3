import { requestFacts } from '@assay/api/access/request-facts'
import { withFaultResponse } from '@assay/api/http/fault-response'
import { readReportsFeed } from '@assay/api/reports/read-reports-feed'
import { services } from './web-services.ts'

/** Responds with an Atom feed; it may be cached for some minutes, because feed readers poll often. */
export const answerFeed = (request: Request, organization: string | null): Promise<Response> =>
  withFaultResponse(async () => {
    const feed = await readReportsFeed(await services(), requestFacts(request.headers), organization)
    if (feed === null) return new Response('This feed does not exist.\n', { status: 404 })
    return new Response(feed, {
      headers: { 'content-type': 'application/atom+xml; charset=utf-8', 'cache-control': 'public, max-age=300' },
    })
  })
