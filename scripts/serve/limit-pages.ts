import type { ServerResponse } from 'node:http'
import { HEAVY_COST } from '@assay/api/http/call-cost'
import { addressOf } from '@assay/api/http/limit-request'
import { isCountedElsewhere, moveIfPossible, onMove } from '@assay/api/http/move-request'
import type { Services } from '@assay/api/services'
import { FairQueue, QueueFull } from '@assay/api/worker-pool/fair-queue'
import { MovedPages } from './moved-pages.ts'
import { createUnreadPages, renderedAtOnce } from './unread-pages.ts'

/** Files of the build, which cost almost nothing, and addresses that are limited elsewhere or must always answer. */
const FREE = /^\/(?:_next\/static\/|api\/trpc|api\/health\/|icon\.svg|favicon\.ico)/
/** Paths that render a whole table or picture. */
const EXPORT = /\/(?:export|picture|chart\/[^/?]+)(?:\?|$)/
/** Pages that read the values of many runs, or render the figures of a whole document. */
const HEAVY =
  /^(?:\/o\/[^/]+)?\/p\/[^/]+\/(?:compare|series|studies|versions|diff|shares\/(?:new|preview)|reports\/[^/?]+|saved\/[^/?]+)/

/** Maximum heavy pages that are rendered at once. */
const MAX_RUNNING = 5
/** Maximum heavy pages of one address that are rendered at once; the other slots are left for others. */
const MAX_RUNNING_OF_ADDRESS = 2
/** Maximum heavy pages of one address that wait; an office may share one address. */
const MAX_WAITING = 40

type PageRequest = { url: string | undefined; address: string | null }

/** Refuses a request for a page over its rate limit; returns false for a request within the limit. */
export async function refusePage(
  { limits }: Pick<Services, 'limits'>,
  { url = '', address }: PageRequest,
  response: ServerResponse,
): Promise<boolean> {
  if (FREE.test(url) || isCountedElsewhere()) return false
  const isExport = EXPORT.test(url)
  const cost = !isExport && HEAVY.test(url) ? HEAVY_COST : 1
  const taken = await limits.take(isExport ? 'export' : 'page', [addressOf({ address })], cost)
  if (!taken.ok) sendTooMany(response, taken.retryAfterSeconds)
  return !taken.ok
}

/**
 * Makes addresses take turns with heavy pages; `answer` of other pages starts at once. A page that was moved to the
 * process for heavy requests a short time ago moves there again before it is rendered, and of several requests for one
 * page the first shows if it moves.
 */
export function createPageQueue({ running = MAX_RUNNING, waiting = MAX_WAITING } = {}) {
  const queue = new FairQueue(running, waiting, MAX_RUNNING_OF_ADDRESS)
  const unread = createUnreadPages()
  const moved = new MovedPages()
  return async ({ url = '', address }: PageRequest, response: ServerResponse, answer: () => Promise<void> | void) => {
    if (!HEAVY.test(url) && !EXPORT.test(url)) return answer()
    const gone = new AbortController()
    const closed = Promise.withResolvers<void>()
    response.once('close', () => {
      gone.abort()
      closed.resolve()
    })
    try {
      const key = addressOf({ address }).id
      const render = async () => {
        if (moved.has(url)) await moveIfPossible()
        onMove(() => moved.add(url))
        await answer()
      }
      const rendered = renderedAtOnce(response).then(() => unread.add(key, response))
      // The slot is freed when the page is rendered, or when the client disconnects, even if the renderer does not notice.
      const once = () => moved.afterFirst(url, () => Promise.race([render(), rendered, closed.promise]))
      await queue.run(key, once, gone.signal)
    } catch (cause) {
      if (cause instanceof QueueFull) sendTooMany(response, BUSY_SECONDS)
      else if (!gone.signal.aborted) throw cause
    }
  }
}

const BUSY_SECONDS = 5

function sendTooMany(response: ServerResponse, retryAfterSeconds: number): void {
  const seconds = String(retryAfterSeconds)
  response.writeHead(429, { 'content-type': 'text/plain; charset=utf-8', 'retry-after': seconds })
  response.end(`Too many pages at once. Try again in ${seconds} s.\n`)
}
