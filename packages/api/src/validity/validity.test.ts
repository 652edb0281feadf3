import { anonymous } from '@assay/testing/server/callers'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestFacts } from '../access/request-facts.ts'
import { resolveCaller } from '../access/resolve-access.ts'
import { createCaller } from '../router.ts'

const RUN = '0193a0b1-0000-7abc-8def-0123456789ab'
const BASE = '0193a0b1-0000-7abc-8def-0123456789ac'
const NOBODY = '0193a0b1-0000-7abc-8def-0123456789ad'
const PATH = `/api/v1/projects/lab/runs/${RUN}/invalidations`
const COMPARE = '/api/v1/projects/lab/compare?columns=version&format='

let server: TestServer
let lab: Awaited<ReturnType<TestServer['addProject']>>
let other: Awaited<ReturnType<TestServer['addProject']>>

beforeAll(async () => {
  server = await startTestServer()
  lab = await server.addProject('lab')
  other = await server.addProject('other')
  for (const document of [
    exampleDocument({ runId: BASE }),
    exampleDocument({
      runId: RUN,
      version: '18.0',
      results: [
        { test: 'point-query_range=100', clients: 24, values: [320_000, 0.1] },
        { test: 'update-index_range=100', clients: 24, values: [51_000, null] },
      ],
    }),
  ]) {
    expect((await server.send(`/api/v1/runs/${document.runId}`, sending('PUT', document))).status).toBe(201)
  }
})
afterAll(() => server.stop())

const sending = (method: string, body?: unknown, token: string | null = lab.token): RequestInit => ({
  method,
  headers: {
    'content-type': 'application/json',
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
})
const send = async (path: string, init: RequestInit) => {
  const answer = await server.send(path, init)
  return { status: answer.status, body: JSON.parse(await answer.text()) }
}
const textTable = async (query = '') => (await server.send(`${COMPARE}text${query}`)).text()

test('an excluded run is shown, flagged and not judged, until it is included again', async () => {
  expect(await textTable()).toContain('0.50\tpoint-query_range=100')
  const made = await send(PATH, sending('POST', { reason: 'The other tenant ran a backup' }))
  expect(made).toMatchObject({
    status: 201,
    body: { runId: RUN, resultId: null, madeBy: 'for read and upload and write', madeAt: '2026-11-21T12:00:00.000Z' },
  })
  const table = await textTable()
  expect(table).toContain('0.50*\tpoint-query_range=100')
  expect(table).toContain('* not comparable: invalidated')
  const grid = JSON.stringify((await send(`${COMPARE}json`, {})).body)
  expect(grid).toContain('Excluded by for read and upload and write on 2026-11-21: The other tenant ran a backup')
  expect(await textTable('&badged=in')).toContain('0.50\tpoint-query_range=100')

  const withdrawn = await send(`${PATH}/${made.body.id}`, sending('DELETE'))
  expect(withdrawn).toMatchObject({ status: 200, body: { withdrawnBy: 'for read and upload and write' } })
  expect(await textTable()).toContain('0.50\tpoint-query_range=100')
  const run = await send(`/api/v1/projects/lab/runs/${RUN}`, {})
  expect(run.body.invalidations, 'what was said stays').toHaveLength(1)
})

test('a single result of a run can be excluded', async () => {
  const run = await send(`/api/v1/projects/lab/runs/${RUN}`, {})
  const result = run.body.results.find(({ test: name }: { test: string }) => name.startsWith('update'))
  const made = await send(PATH, sending('POST', { resultId: result.id, reason: 'Half of the rows' }))
  const table = await textTable()
  expect(table).toContain('0.50\tpoint-query_range=100')
  expect(table).toContain('1.00*\tupdate-index_range=100')
  await send(`${PATH}/${made.body.id}`, sending('DELETE'))
})

test('tRPC gives the same answers', async () => {
  const resolved = await resolveCaller(
    server.services,
    requestFacts(new Headers({ authorization: `Bearer ${lab.token}` })),
  )
  const caller = resolved.ok ? resolved.value : anonymous
  const { validity } = createCaller({ services: server.services, caller })
  const of = { project: 'lab', runId: RUN }
  const made = await validity.invalidate({ ...of, invalidation: { reason: 'wrong disk' } })
  expect(made).toMatchObject({ reason: 'wrong disk', withdrawnAt: null })
  expect(await validity.withdraw({ ...of, id: made.id })).toMatchObject({
    withdrawnBy: 'for read and upload and write',
  })
  const visitor = createCaller({ services: server.services, caller: anonymous })
  await expect(visitor.validity.invalidate({ ...of, invalidation: { reason: 'x' } })).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
})

test('only callers with write access can exclude or include results', async () => {
  const reader = await lab.addToken(['read'])
  const body = { reason: 'x' }
  const made = await send(PATH, sending('POST', body))
  for (const [token, status] of [
    [null, 401],
    ['assay_runner_nonsense', 401],
    [reader, 403],
    [other.token, 404],
  ] as const) {
    expect((await send(PATH, sending('POST', body, token))).status).toBe(status)
    expect((await send(`${PATH}/${made.body.id}`, sending('DELETE', undefined, token))).status).toBe(status)
  }
  // A run and an exclusion of another project look like missing ones.
  const elsewhere = `/api/v1/projects/other/runs/${RUN}/invalidations`
  expect((await send(elsewhere, sending('POST', body, other.token))).status).toBe(404)
  expect((await send(`${elsewhere}/${made.body.id}`, sending('DELETE', undefined, other.token))).status).toBe(404)
  expect((await send(PATH.replace(RUN, NOBODY), sending('POST', body))).status).toBe(404)
  expect((await send(PATH, sending('POST', { ...body, resultId: NOBODY }))).status).toBe(404)
  expect((await send(`${PATH}/${made.body.id}`, sending('DELETE'))).status).toBe(200)
})

test.each([
  [{}, 'reason'],
  [{ reason: '' }, 'reason'],
  [{ reason: ' \n ' }, 'reason'],
  [{ reason: 'a\u0001b' }, 'reason'],
  [{ reason: 'x'.repeat(1_001) }, 'reason'],
  [{ reason: 'x', resultId: 'x' }, 'resultId'],
  [{ reason: 'x', by: 'the boss' }, 'by'],
])('%j is refused with its place', async (body, pointer) => {
  const { status, body: problem } = await send(PATH, sending('POST', body))
  expect(status).toBe(422)
  expect(problem.errors[0].pointer).toBe(`/${pointer}`)
})

test('no body causes a fault, and a refused one changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.jsonValue(), fc.record({ reason: fc.string({ unit: 'binary' }) })), async (body) => {
      const { status, body: answer } = await send(PATH, sending('POST', body))
      expect(status).toBeLessThan(500)
      if (status === 201) expect((await send(`${PATH}/${answer.id}`, sending('DELETE'))).status).toBe(200)
    }),
    { numRuns: 100 },
  )
  expect(await textTable()).not.toContain('*')
})
