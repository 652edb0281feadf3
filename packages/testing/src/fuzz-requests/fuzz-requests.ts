import { handleTrpc } from '@assay/api/http/handle-trpc'
import { scopeOf } from '@assay/db/open'
import { addPerson, watchRows } from '@assay/db/testing'
import fc from 'fast-check'
import { forEachConcurrently } from '../for-each-concurrently.ts'
import { personNamed } from '../server/callers.ts'
import { startTestServer } from '../server/test-server.ts'
import { fillSpecs } from '../tenant-isolation/probe-specs.ts'
import { type FuzzRequest, fuzzRequests, ORIGIN } from './generate-requests.ts'

/**
 * `stored` counts runs that a response reported as stored; `watched` counts refused requests for which the test
 * verified that nothing was stored.
 */
export type FuzzTally = {
  requests: number
  watched: number
  slowestMs: number
  stored: number
  statuses: Record<string, number>
  faults: string[]
}

/** Tables that a request can change, except counters of requests and read receipts. */
const WATCHED = [
  ...['spec', 'spec\\_%', 'run', 'run\\_%', 'result', 'report', 'report\\_%', 'audit\\_event', 'project', 'product'],
  ...['saved\\_comparison', 'known\\_bug', 'annotation', 'invalidation', 'finding', 'series\\_rule', 'organization'],
]

const POOL = { project: ['demo'], query: ['columns=version'], metric: ['qps'], any: ['x', 'version'] }

/**
 * Starts a server with a project, its owner, and a spec under review with links, for hostile requests.
 *
 * @param rewrite changes statements, for a control that the test must detect.
 */
export async function startFuzzServer({ rewrite = null }: { rewrite?: ((sql: string) => string) | null } = {}) {
  let isRewritten = false
  const server = await startTestServer({ rewrite: (sql) => (isRewritten && rewrite !== null ? rewrite(sql) : sql) })
  const { token, project } = await server.addProject('demo')
  const id = await addPerson(server.url, 'owner', { organizations: { [project.organization.id]: 'owner' } })
  const owner = personNamed('owner', id)
  const cookie = 'who=owner'
  const { findSignedInPerson } = server.services.accounts
  server.services.accounts = {
    ...server.services.accounts,
    findSignedInPerson: async (request) =>
      owner.kind === 'person' && request.headers.get('cookie') === cookie ? owner.person : findSignedInPerson(request),
  }
  const pool = { ...POOL, ...(await fillSpecs(server, { slug: 'demo', owner })) }
  isRewritten = true
  const arbitrary = fuzzRequests({ token, cookie, pool })

  /**
   * Sends `count` random requests and checks that no response is a server error and that reported runs are stored.
   *
   * @param watched number of requests that are sent one after the other; a refused one must store nothing.
   * @param meddle called after each of these, as a control.
   */
  async function run({
    count,
    seed,
    atOnce = 4,
    watched = 0,
    meddle = async () => undefined,
  }: {
    count: number
    seed: number
    atOnce?: number
    watched?: number
    meddle?: () => Promise<unknown>
  }): Promise<FuzzTally> {
    const tally: FuzzTally = { requests: 0, watched: 0, slowestMs: 0, stored: 0, statuses: {}, faults: [] }
    const waiting = fc.sample(arbitrary, { numRuns: count, seed })
    const sendOne = async (request: FuzzRequest): Promise<number> => {
      const began = performance.now()
      const answer = await send(request)
      const text = await answer.text()
      tally.slowestMs = Math.max(tally.slowestMs, performance.now() - began)
      tally.requests += 1
      tally.statuses[answer.status] = (tally.statuses[answer.status] ?? 0) + 1
      tally.stored += text.match(/"outcome":\s*"stored"/g)?.length ?? 0
      if (answer.status >= 500) tally.faults.push(`${answer.status} ${describeRequest(request)} ${text}`)
      return answer.status
    }
    const rows = await watchRows(server.url, WATCHED)
    let before = await rows.fingerprint()
    for (const request of waiting.splice(0, watched)) {
      const status = await sendOne(request)
      await meddle()
      const after = await rows.fingerprint()
      if (status >= 400) tally.watched += 1
      if (status >= 400 && after !== before)
        tally.faults.push(`${status}, and left something: ${describeRequest(request)}`)
      before = after
    }
    await rows.end()
    await forEachConcurrently(waiting, atOnce, sendOne)
    return tally
  }

  function send({ entryPoint, method, path, headers, body }: FuzzRequest): Promise<Response> {
    const sent = body === null ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }
    if (entryPoint === 'rest') return server.send(path, { method, headers, ...sent })
    return handleTrpc(new Request(`${ORIGIN}${path}`, { method, headers, ...sent }), server.services, '/api/trpc')
  }

  /** Counts the stored runs. */
  async function countRuns(): Promise<number> {
    const page = { filters: {}, sort: { key: 'received', direction: 'ascending' }, cursor: null, limit: 1 } as const
    return (await server.db.in(scopeOf(project)).runs.list(page)).total
  }

  /** Makes a change without a request, for the control that the test must detect. */
  const change = () =>
    server.db.projects.ensure({
      ...{ organization: 'lab', slug: `left-${crypto.randomUUID()}`, name: 'left', description: '' },
      visibility: 'private',
    })

  return { run, countRuns, change, stop: server.stop }
}

const describeRequest = (request: FuzzRequest) => JSON.stringify(request).slice(0, 2_000)
