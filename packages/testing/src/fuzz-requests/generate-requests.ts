import { gzipSync } from 'node:zlib'
import { CHANGES_ACCESS } from '@assay/api/access/access-outcomes'
import { restRoutes } from '@assay/api/rest/routes'
import fc from 'fast-check'
import { exampleDocument } from '../server/example-document.ts'
import { listProcedures } from '../server/list-procedures.ts'
import { type Pool, sampleInput } from './sample-input.ts'

/** The origin of the test server, which requests of a signed-in person must state. */
export const ORIGIN = 'http://assay.test'

export type FuzzRequest = {
  entryPoint: 'rest' | 'trpc'
  method: string
  path: string
  headers: Record<string, string>
  body: string | Uint8Array | null
}

/** Values that break careless handling of numbers, texts, depth or names. */
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
    'x'.repeat(5000),
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
  '['.repeat(20000),
  `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
  `[${'0,'.repeat(20000)}0]`,
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

type Known = { token: string; cookie: string; pool: Pool }
/**
 * Random requests to every endpoint, sent with broad permissions by a token or a person. Most are nearly valid, because
 * nonsense is refused at the first check.
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
      return { entryPoint: 'rest', method: 'PUT', path: `/api/v1/runs/${id}`, headers: usual, body }
    })

  const archive = fc
    .tuple(fc.uint8Array({ maxLength: 2000 }), packing, TYPES, fc.string({ unit: 'binary', maxLength: 60 }))
    .map(([bytes, pack, type, name]): FuzzRequest => {
      const path = `/api/v1/uploads?name=${encoded(name)}`
      return { entryPoint: 'rest', method: 'POST', path, headers: headers(type), body: pack(bytes).body }
    })

  const operation = fc
    .tuple(fc.constantFrom(...restRoutes), fc.infiniteStream(NASTY), fc.nat(), TYPES)
    .map(([route, nasty, at, type]): FuzzRequest => {
      const values = { ...sampleInput([route.pathSchema], pool, one(at)), project: 'demo' }
      const odd = at % 3 === 0 ? bend(values, at, text(nasty)) : values
      const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(String(Object(odd)[name])))
      const requested =
        route.querySchema === undefined ? {} : sampleInput([route.querySchema], pool, one(at), () => true)
      const query = Object.entries(Object(bend(requested, at, text(nasty)))).map(
        ([name, value]) => `${encoded(name)}=${encoded(String(value))}`,
      )
      const [schema] = (route.bodies ?? []).flatMap((body) => body.schema ?? [])
      const body =
        route.bodies === undefined
          ? null
          : json(bend(schema ? sampleInput([schema], pool, one(at)) : {}, at, next(nasty)))
      return {
        entryPoint: 'rest',
        method: route.method.toUpperCase(),
        path: `${path}?${query.join('&')}`,
        headers: headers(body === null ? null : at % 5 === 0 ? type : 'application/json'),
        body,
      }
    })

  const procedure = fc
    .tuple(fc.constantFrom(...listProcedures()), NASTY, fc.nat(), fc.boolean(), fc.boolean())
    .map(([[name, { _def }], nasty, at, batch, byPerson]): FuzzRequest => {
      const requested = { ...sampleInput(_def.inputs, pool, one(at), () => at % 2 === 0), project: 'demo' }
      const input = bend(requested, at, nasty)
      // With all permissions, random requests would soon erase the project or revoke the access of the test.
      const known = byPerson && !CHANGES_ACCESS.has(name)
      const headers = (type: string | null) => ({
        ...(known ? asPerson : { authorization }),
        ...(type === null ? {} : { 'content-type': type }),
      })
      const sent = json(batch ? { 0: input } : input)
      const url = `/api/trpc/${name}${batch ? '?batch=1' : ''}`
      if (_def.type === 'mutation') {
        return { entryPoint: 'trpc', method: 'POST', path: url, headers: headers('application/json'), body: sent }
      }
      const path = `${url}${batch ? '&' : '?'}input=${encoded(sent)}`
      return { entryPoint: 'trpc', method: 'GET', path, headers: headers(null), body: null }
    })

  return fc.oneof(upload, archive, operation, procedure)
}

/** Returns a function that picks an index, which differs between requests. */
const one = (at: number) => (count: number) => at % count
const cutDocument = fc
  .tuple(fc.nat(), fc.string({ unit: 'binary', maxLength: 50 }))
  .map(([cut, text]) => JSON.stringify(exampleDocument()).slice(0, cut % 900) + text)
/** Body encodings: plain, compressed, truncated after compression, or only declared as compressed. */
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

/** Returns the value with one random nested value replaced. */
function bend(value: unknown, at: number, nasty: unknown): unknown {
  const copy = structuredClone(value)
  const positions = positionsIn(copy)
  const position = positions[at % Math.max(1, positions.length)]
  if (position === undefined) return nasty
  Reflect.set(position.parent, position.key, nasty)
  return copy
}

function positionsIn(value: unknown): { parent: object; key: string }[] {
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, item]) => [{ parent: value, key }, ...positionsIn(item)])
}

const next = (stream: fc.Stream<unknown>) => stream.next().value
const text = (stream: fc.Stream<unknown>) => String(JSON.stringify(next(stream)) ?? '')
/** encodeURIComponent throws on lone surrogates. */
const encoded = (value: string) => encodeURIComponent(value.toWellFormed())
