import { requestFacts } from '@assay/api/access/request-facts'
import { readFindingsFeed } from '@assay/api/findings/read-findings-feed'
import { withFaultResponse } from '@assay/api/http/fault-response'
import { readFindingFilters } from '../features/findings/read-filters.ts'
import { services } from './web-services.ts'

/** Responds with an Atom feed of findings; only the client may cache a feed with a key. */
export const answerFindingsFeed = (request: Request, project: string): Promise<Response> =>
  withFaultResponse(async () => {
    const query = new URL(request.url).searchParams
    const key = query.get('key')
    query.delete('key')
    const input = { project, key, filters: readFindingFilters(query), query: query.toString() }
    const feed = await readFindingsFeed(await services(), requestFacts(request.headers), input)
    if (feed === null) return new Response('This feed does not exist.\n', { status: 404 })
    return new Response(feed, {
      headers: {
        'content-type': 'application/atom+xml; charset=utf-8',
        'cache-control': key === null ? 'public, max-age=300' : 'private, max-age=300',
      },
    })
  })
