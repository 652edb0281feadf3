import { gzipSync } from 'node:zlib'
import { CHANGES_ACCESS } from '@assay/api/access/access-outcomes'
import { handleTrpc } from '@assay/api/http/handle-trpc'
import { restRoutes } from '@assay/api/rest/routes'
import { appRouter } from '@assay/api/router'
import { scopeOf } from '@assay/db/open'
import { addPerson, watchRows } from '@assay/db/testing'
import fc from 'fast-check'
import type { z } from 'zod'
import { personNamed } from '../server/callers.ts'
import { exampleDocument } from '../server/example-document.ts'
import { startTestServer } from '../server/test-server.ts'
import { fillSpecs } from '../tenant-isolation/probe-specs.ts'
import { type Pool, sampleInput } from './sample-input.ts'

const ORIGIN = 'http://assay.test'

export type FuzzRequest = {
  door: 'rest' | 'trpc'
  method: string
  path: string
  headers: Record<string, string>
  body: string | Uint8Array | null
}
/** `stored` counts the runs of which an answer said so, `watched` the refused requests that were seen to leave nothing. */
export type FuzzTally = {
  requests: number
  watched: number
  slowestMs: number
  stored: number
  statuses: Record<string, number>
  faults: string[]
}

/** Values that break what is careless about numbers, texts, depth or names. */
const NASTY: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
  fc.double(),
  fc.bigInt().map(String),
  fc.constantFrom<unknown>(
    null,
    -0,
    1e308,
    -1,
    2 ** 53,
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\u202e',
    '../../etc/passwd',
    "'; drop table run --",
    '=cmd()',
    '__proto__',
    'constructor',
    'x'.repeat(5_000),
    [],
    {},
    [[[[[[]]]]]],
    { toString: null },
  ),
)

/** Texts that only resemble JSON, or are larger than any request needs. */
const NOT_QUITE_JSON = fc.constantFrom(
  '',
  '{',
  '[1,]',
  'NaN',
  '{"a":1,"a":2}',
  '{"__proto__":{"x":1}}',
  '{"schemaVersion":1e400}',
  '"\\ud800"',
  '{"product":"\\u0000"}',
  '\ufeff{}',
  '['.repeat(20_000),
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  `[${'0,'.repeat(20_000)}0]`,
)

const TYPES = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-16',
  'text/plain; application/json',
  'application/octet-stream',
  'multipart/form-data; boundary=x',
  'application/gzip',
  'image/png',
)

/** Tables that a request can change, without the counters of requests and the read receipts. */
const WATCHED = [
  ...['spec', 'spec\\_%', 'run', 'run\\_%', 'result', 'report', 'report\\_%', 'audit\\_event', 'project', 'product'],
  ...['saved\\_comparison', 'known\\_bug', 'annotation', 'invalidation', 'finding', 'series\\_rule', 'organization'],
]

type Known = { token: string; cookie: string; pool: Pool }

/**
 * Random requests to every endpoint, most of them nearly valid, because nonsense is refused at the first check. They
 * are sent with broad permissions, by a token or a person.
 */
export function fuzzRequests({ token, cookie, pool }: Known): fc.Arbitrary<FuzzRequest> {
  const authorization = `Bearer ${token}`
  const asPerson = { cookie, origin: ORIGIN, 'sec-fetch-site': 'same-origin' }
  const headers = (type: string | null) => ({ authorization, ...(type === null ? {} : { 'content-type': type }) })
  const bent = (value: unknown) => fc.tuple(fc.nat(), NASTY).map(([at, nasty]) => bend(value, at, nasty))
  const json = (value: unknown) => JSON.stringify(value) ?? ''

  const upload = fc
    .tuple(fc.oneof(bent(exampleDocument()).map(json), NOT_QUITE_JSON, cutDocument), fc.uuid(), TYPES, packing)
    .map(([text, id, type, pack]): FuzzRequest => {
      const { body, encoding } = pack(text)
      const usual = { ...headers(type.startsWith('text/plain') ? type : 'application/json'), ...encoding }
      return { door: 'rest', method: 'PUT', path: `/api/v1/runs/${id}`, headers: usual, body }
    })

  const archive = fc
    .tuple(fc.uint8Array({ maxLength: 2_000 }), packing, TYPES, fc.string({ unit: 'binary', maxLength: 60 }))
    .map(([bytes, pack, type, name]): FuzzRequest => {
      const path = `/api/v1/uploads?name=${encoded(name)}`
      return { door: 'rest', method: 'POST', path, headers: headers(type), body: pack(bytes).body }
    })

  const operation = fc
    .tuple(fc.constantFrom(...restRoutes), fc.infiniteStream(NASTY), fc.nat(), TYPES)
    .map(([route, nasty, at, type]): FuzzRequest => {
      const values = { ...sampleInput([route.pathSchema], pool, one(at)), project: 'demo' }
      const odd = at % 3 === 0 ? bend(values, at, text(nasty)) : values
      const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(String(Object(odd)[name])))
      const asked = route.querySchema === undefined ? {} : sampleInput([route.querySchema], pool, one(at), () => true)
      const query = Object.entries(Object(bend(asked, at, text(nasty)))).map(
        ([name, value]) => `${encoded(name)}=${encoded(String(value))}`,
      )
      const [schema] = (route.bodies ?? []).flatMap((body) => body.schema ?? [])
      const body =
        route.bodies === undefined
          ? null
          : json(bend(schema ? sampleInput([schema], pool, one(at)) : {}, at, next(nasty)))
      return {
        door: 'rest',
        method: route.method.toUpperCase(),
        path: `${path}?${query.join('&')}`,
        headers: headers(body === null ? null : at % 5 === 0 ? type : 'application/json'),
        body,
      }
    })

  // tRPC's public types leave out the flat record of procedures that its own adapters read.
  const { procedures } = (appRouter as unknown as { _def: { procedures: Record<string, Procedure> } })._def
  const procedure = fc
    .tuple(fc.constantFrom(...Object.entries(procedures)), NASTY, fc.nat(), fc.boolean(), fc.boolean())
    .map(([[name, { _def }], nasty, at, batch, byPerson]): FuzzRequest => {
      const asked = { ...sampleInput(_def.inputs, pool, one(at), () => at % 2 === 0), project: 'demo' }
      const input = bend(asked, at, nasty)
      // A request with all permissions would soon erase the project or revoke the access of the test.
      const known = byPerson && !CHANGES_ACCESS.has(name)
      const headers = (type: string | null) => ({
        ...(known ? asPerson : { authorization }),
        ...(type === null ? {} : { 'content-type': type }),
      })
      const sent = json(batch ? { 0: input } : input)
      const url = `/api/trpc/${name}${batch ? '?batch=1' : ''}`
      if (_def.type === 'mutation') {
        return { door: 'trpc', method: 'POST', path: url, headers: headers('application/json'), body: sent }
      }
      const path = `${url}${batch ? '&' : '?'}input=${encoded(sent)}`
      return { door: 'trpc', method: 'GET', path, headers: headers(null), body: null }
    })

  return fc.oneof(upload, archive, operation, procedure)
}

type Procedure = { _def: { type: string; inputs: z.ZodType[] } }

const POOL = { project: ['demo'], query: ['columns=version'], metric: ['qps'], any: ['x', 'version'] }

/** One of many, another one for each request. */
const one = (at: number) => (count: number) => at % count

const cutDocument = fc
  .tuple(fc.nat(), fc.string({ unit: 'binary', maxLength: 50 }))
  .map(([cut, text]) => JSON.stringify(exampleDocument()).slice(0, cut % 900) + text)

/** As it is, packed, packed and cut, or said to be packed. */
const packing = fc.constantFrom<
  (sent: string | Uint8Array) => { body: string | Uint8Array; encoding: Record<string, string> }
>(
  (body) => ({ body, encoding: {} }),
  (body) => ({ body, encoding: {} }),
  (body) => ({ body: new Uint8Array(gzipSync(body)), encoding: { 'content-encoding': 'gzip' } }),
  (body) => ({ body: new Uint8Array(gzipSync(body).subarray(0, -9)), encoding: { 'content-encoding': 'gzip' } }),
  (body) => ({ body, encoding: { 'content-encoding': 'gzip' } }),
  (body) => ({ body, encoding: { 'content-encoding': 'br' } }),
)

/** The value with one random nested value replaced. */
function bend(value: unknown, at: number, nasty: unknown): unknown {
  const copy = structuredClone(value)
  const places = placesIn(copy)
  const place = places[at % Math.max(1, places.length)]
  if (place === undefined) return nasty
  Reflect.set(place.parent, place.key, nasty)
  return copy
}

function placesIn(value: unknown): { parent: object; key: string }[] {
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, item]) => [{ parent: value, key }, ...placesIn(item)])
}

const next = (stream: fc.Stream<unknown>) => stream.next().value
const text = (stream: fc.Stream<unknown>) => String(JSON.stringify(next(stream)) ?? '')
/** Half of a pair of surrogates cannot be escaped. */
const encoded = (value: string) => encodeURIComponent(value.toWellFormed())

/**
 * A server with a project, a spec under review in it with its links, and its owner, to which hostile requests can be sent.
 *
 * @param rewrite changes statements, for a control that must be found out.
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
   * Sends `count` requests; whatever they are, the answer is no fault, and what was stored was said to be stored.
   *
   * @param watched so many are sent one after the other, and what is refused must leave nothing.
   * @param meddle after each of these, for a control.
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
      const said = await answer.text()
      tally.slowestMs = Math.max(tally.slowestMs, performance.now() - began)
      tally.requests += 1
      tally.statuses[answer.status] = (tally.statuses[answer.status] ?? 0) + 1
      tally.stored += said.match(/"outcome":\s*"stored"/g)?.length ?? 0
      if (answer.status >= 500) tally.faults.push(`${answer.status} ${told(request)} ${said}`)
      return answer.status
    }
    const rows = await watchRows(server.url, WATCHED)
    let before = await rows.fingerprint()
    for (const request of waiting.splice(0, watched)) {
      const status = await sendOne(request)
      await meddle()
      const after = await rows.fingerprint()
      if (status >= 400) tally.watched += 1
      if (status >= 400 && after !== before) tally.faults.push(`${status}, and left something: ${told(request)}`)
      before = after
    }
    await rows.end()
    const many = async () => {
      for (let request = waiting.pop(); request !== undefined; request = waiting.pop()) await sendOne(request)
    }
    await Promise.all(Array.from({ length: atOnce }, many))
    return tally
  }

  function send({ door, method, path, headers, body }: FuzzRequest): Promise<Response> {
    const sent = body === null ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }
    if (door === 'rest') return server.send(path, { method, headers, ...sent })
    return handleTrpc(new Request(`${ORIGIN}${path}`, { method, headers, ...sent }), server.services, '/api/trpc')
  }

  /** Runs that are there. */
  async function countRuns(): Promise<number> {
    const page = { filters: {}, sort: { key: 'received', direction: 'ascending' }, cursor: null, limit: 1 } as const
    return (await server.db.in(scopeOf(project)).runs.list(page)).total
  }

  /** A change without a request, for the control that the test must detect. */
  const change = () =>
    server.db.projects.ensure({
      ...{ organization: 'lab', slug: `left-${crypto.randomUUID()}`, name: 'left', description: '' },
      visibility: 'private',
    })

  return { run, countRuns, change, stop: server.stop }
}

const told = (request: FuzzRequest) => JSON.stringify(request).slice(0, 2_000)
