import { z } from 'zod'

type Answer = (request: Request) => Promise<Response>

const Draft = z.object({ answer: z.object({ revision: z.int() }) })
const Sent = z.looseObject({ revision: z.int().optional() })

const STALE_MS = 3_000

/** A control: responses to reads are cached for a while, regardless of later writes. */
export function cacheAnswers(next: Answer): Answer {
  const cached = new Map<string, { until: number; answer: Response }>()
  return async (request) => {
    if (request.method !== 'GET') return next(request)
    const key = `${request.headers.get('authorization')} ${request.url}`
    const found = cached.get(key)
    if (found !== undefined && found.until > performance.now()) return found.answer.clone()
    const answer = await next(request)
    if (answer.status < 500) cached.set(key, { until: performance.now() + STALE_MS, answer: answer.clone() })
    return answer
  }
}

/** A control: a draft is compared with the stored one and then written, in two steps between which others can write. */
export function saveWithoutTransaction(next: Answer): Answer {
  return async (request) => {
    const { pathname, origin } = new URL(request.url)
    const slug = /\/reports\/([^/]+)$/.exec(pathname)?.[1]
    if (request.method !== 'PUT' || slug === undefined) return next(request)
    const sent = Sent.parse(await request.json())
    const readRevision = async (): Promise<number | null> => {
      const call = { procedure: 'reports.draft', input: { project: 'chaos', slug } }
      const read = await next(new Request(`${origin}/chaos/call`, { method: 'POST', body: JSON.stringify(call) }))
      return read.ok ? Draft.parse(await read.json()).answer.revision : null
    }
    const isFresh = sent.revision !== undefined && (await readRevision()) === sent.revision
    if (isFresh) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      sent.revision = (await readRevision()) ?? sent.revision
    }
    const { method, headers } = request
    return next(new Request(request.url, { method, headers, body: JSON.stringify(sent) }))
  }
}
