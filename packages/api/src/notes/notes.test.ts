import { anonymous } from '@assay/testing/server/callers'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaller } from '../router.ts'

let server: TestServer
let lab: Awaited<ReturnType<TestServer['addProject']>>
let reader: string

const QUERY = 'columns=version&base=version:17.6'
const RUN_18 = '0193a0b1-0000-7abc-8def-0123456789ab'

beforeAll(async () => {
  server = await startTestServer()
  lab = await server.addProject('lab')
  reader = await lab.addToken(['read'])
  const metricNames = ['qps', 'cpu_us/o', 'cs/o']
  const results = (qps: number, cpu: number) => [{ test: 'point-query_range=100', clients: 24, values: [qps, cpu, 2] }]
  for (const document of [
    exampleDocument({ runId: crypto.randomUUID(), metricNames, results: results(1000, 40) }),
    exampleDocument({ version: '18.0', runId: RUN_18, metricNames, results: results(800, 50) }),
  ]) {
    const answer = await server.send(`/api/v1/runs/${document.runId}`, write('PUT', document))
    expect(answer.status, await answer.text()).toBe(201)
  }
})
afterAll(() => server.stop())

const write = (method: string, body: unknown, token = lab.token): RequestInit => ({
  method,
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
})
const at = (path: string) => `/api/v1/projects/lab/${path}`
const ask = async (path: string, init?: RequestInit) => {
  const answer = await server.send(at(path), init)
  const text = await answer.text()
  return { status: answer.status, body: answer.status === 204 ? null : JSON.parse(text) }
}
const caller = () => createCaller({ services: server.services, caller: anonymous })

test('a known bug marks the cells of its versions, with an absolute link in exports', async () => {
  const bug = { bug: '7', product: 'Postgres', title: 'Reads twice', affectedFrom: '18', tests: ['point-query*'] }
  const stored = await ask('known-bugs', write('POST', bug))
  expect(stored).toMatchObject({ status: 200, body: { slug: 'postgres-7', fixedIn: null } })
  expect(await ask('known-bugs')).toMatchObject({ body: { knownBugs: [stored.body] } })
  expect(await ask('known-bugs/postgres-7')).toEqual({ status: 200, body: stored.body })
  const { grid } = await caller().comparisons.grid({ project: 'lab', query: QUERY })
  const cells = grid.tables[0]?.groups[0]?.rows[0]?.cells
  expect(cells?.map(({ footnotes }) => footnotes.map(({ href }) => href))).toEqual([
    [],
    ['/o/lab/p/lab/known-bugs/postgres-7'],
  ])
  const markdown = await (await server.send(at(`compare?${QUERY}&format=markdown`))).text()
  expect(markdown).toContain('<http://assay.test/o/lab/p/lab/known-bugs/postgres-7>')
  expect((await ask('known-bugs/postgres-7', write('DELETE', undefined))).status).toBe(204)
  expect((await ask('known-bugs/postgres-7', write('DELETE', undefined))).status).toBe(404)
})

test('a note can be stored only for an existing run, and is a footnote of its cells', async () => {
  const note = { runId: RUN_18, text: 'new disk', author: 'Ada' }
  const stored = await ask('annotations', write('POST', note))
  expect(stored).toMatchObject({ status: 200, body: { ...note, coordinates: {} } })
  expect(await ask('annotations', write('POST', { ...note, runId: crypto.randomUUID() }))).toMatchObject({
    status: 404,
  })
  const { grid } = await caller().comparisons.grid({ project: 'lab', query: QUERY })
  expect(JSON.stringify(grid)).toContain('Ada: new disk.')
  expect((await ask(`annotations/${stored.body.id}`, write('DELETE', undefined))).status).toBe(204)
})

test('a comparison is saved under a slug when its query parses completely', async () => {
  const comparison = {
    title: 'Two versions',
    query: `?${QUERY}`,
    source: { name: 'a post', url: 'https://example.org' },
  }
  const stored = await ask('saved-comparisons/two-versions', write('PUT', comparison))
  expect(stored).toMatchObject({ status: 200, body: { slug: 'two-versions', query: QUERY, tldr: null } })
  const edited = await ask('saved-comparisons/two-versions', write('PUT', { ...comparison, tldr: 'Slower.' }))
  expect(edited.body).toMatchObject({ id: stored.body.id, tldr: 'Slower.' })
  expect(await caller().savedComparisons.get({ project: 'lab', slug: 'two-versions' })).toEqual(edited.body)
  const markdown = await server.send(at('saved-comparisons/two-versions/export?format=markdown'))
  expect(await markdown.text()).toMatch(
    /^\*\*tl;dr\*\*\n\n- Slower\.\n\nDerived from the numbers:\n\n- 1 compared cell: .*1 inconclusive/,
  )
  const wrong = await ask('saved-comparisons/wrong', write('PUT', { ...comparison, query: 'colums=version' }))
  expect(wrong).toMatchObject({ status: 422, body: { code: 'query-invalid' } })
  expect((await ask('saved-comparisons/wrong')).status).toBe(404)
  const ofStudy = { ...comparison, study: 'io-efficiency', query: 'latency=200' }
  expect((await ask('saved-comparisons/what-if', write('PUT', ofStudy))).status).toBe(200)
})

test('a caller without write access gets an error, and invalid input is located', async () => {
  const bug = { bug: '8', product: 'Postgres', title: 'x' }
  expect((await ask('known-bugs', write('POST', bug, reader))).status).toBe(403)
  expect(
    (await ask('known-bugs', { ...write('POST', bug), headers: { 'content-type': 'application/json' } })).status,
  ).toBe(401)
  const answer = await ask('known-bugs', write('POST', { ...bug, fixed: '18', link: 'javascript:alert(1)' }))
  expect(answer).toMatchObject({ status: 422, body: { code: 'document-invalid' } })
  expect(answer.body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual(['/fixed', '/link'])
  await expect(caller().annotations.add({ project: 'lab', annotation: {} })).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
})

const SENTENCE =
  'More CPU per operation (new CPU overhead): throughput −20%, CPU per operation +25%, context switches per operation unchanged.'

test('REST and tRPC explain one changed cell and all of them', async () => {
  const cell = { table: 0, row: 0, column: 1 }
  const explained = await caller().comparisons.explain({ project: 'lab', query: QUERY, cell })
  expect(explained).toMatchObject({ place: cell, explanation: { kind: 'explained', sentences: [SENTENCE] } })
  expect(await caller().comparisons.explainAll({ project: 'lab', query: QUERY })).toEqual([explained])
  expect(await ask(`explain?${QUERY}`)).toEqual({ status: 200, body: { cells: [explained] } })
  expect(await ask(`explain?${QUERY}&cell=0.0.1`)).toEqual({ status: 200, body: { cells: [explained] } })
  expect((await ask(`explain?${QUERY}&cell=0.9.9`)).body).toEqual({ cells: [] })
  expect((await ask('explain?cell=1')).status).toBe(422)
  expect((await ask('explain?colums=version')).status).toBe(422)
})

test('exports with text begin with the tl;dr', async () => {
  const export_ = async (format: string) => (await server.send(at(`compare?${QUERY}&format=${format}`))).text()
  const counts = '1 compared cell: 0 regressions, 0 improvements, 0 no change, 1 inconclusive'
  expect(await export_('markdown')).toMatch(new RegExp(`^\\*\\*tl;dr\\*\\*\\n\\n- ${counts}`))
  expect(await export_('html')).toContain(`<li>${counts}`)
  const { tldr } = JSON.parse(await export_('json'))
  expect(tldr.sentences[0].parts[0]).toContain(counts)
  expect(await export_('text')).not.toContain('tl;dr')
})
