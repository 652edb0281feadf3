import type { UploadDocument } from '@assay/domain/run/upload-document'
import { normalFrom, seededRandom } from '@assay/testing/seeded-random'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EvaluatedExperiment } from './read-experiment.ts'

const SETTINGS = { fsync: 'on', synchronous_commit: 'on' }
const normal = normalFrom(seededRandom(3))

let server: TestServer
let tokens: { candidate: string; read: string; write: string }
beforeAll(async () => {
  server = await startTestServer()
  const { addToken } = await server.addProject('lab', 'private')
  const [candidate, read, write] = [await addToken(['upload']), await addToken(['read']), await addToken(['write'])]
  tokens = { candidate, read, write }
})
afterAll(() => server.stop())

type Sent = { token?: string; method?: string; body?: unknown }

async function send(path: string, { token = tokens.candidate, method = 'GET', body }: Sent = {}) {
  const answer = await server.send(`/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  // The tests assert the fields that they read.
  return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, never> & Body }
}
type Body = { number: number; detail: string; decision: string; stage: string; reason: string; flags: string[] } & {
  score: { ratio: number; low: number; high: number } | null
  measureMore: { candidate: number; base: number } | null
  isBest: boolean
  budget: { used: number }
}

const at = (slug: string, rest = '') => `/projects/lab/experiments/${slug}${rest}`

async function create(slug: string, more: Record<string, unknown> = {}) {
  const body = {
    ...{ slug, title: slug, base: 'defaults', hardware: 'dell32', benchmark: 'sysbench', budgetHours: 100 },
    ...{ workloads: ['cached'], ...more },
  }
  const created = await send('/projects/lab/experiments', { token: tokens.write, method: 'POST', body })
  expect(created.status, created.body.detail).toBe(201)
}

const propose = async (slug: string, description: string) =>
  (await send(at(slug, '/candidates'), { method: 'POST', body: { description, diff: description } })).body.number

let runs = 0
/** Uploads one run and attaches it; the test `scan` is faster by `ratio`, with a noise of 1%. */
async function measure(
  slug: string,
  number: number,
  ratio: number,
  changes: Partial<UploadDocument> = {},
  { tests = ['insert', 'scan'], minutes = 10, clients = 8 } = {},
) {
  const runId = crypto.randomUUID()
  runs += 1
  const startedAt = new Date(Date.UTC(2026, 9, 1) + runs * 3_600_000)
  const document = exampleDocument({
    ...{ runId, repeat: runs, workload: { name: 'cached' }, config: { name: `c${number}`, settings: SETTINGS } },
    ...{ startedAt: startedAt.toISOString(), finishedAt: new Date(+startedAt + minutes * 60_000).toISOString() },
    metricNames: ['qps', 'latency_ms_p99'],
    tests: tests.map((name, order) => ({ name, order, role: 'measured', primaryMetric: 'qps' })),
    results: tests.map((name) => {
      return { test: name, clients, values: [1000 * ratio * Math.exp(0.01 * normal()), 5 / ratio] }
    }),
    ...changes,
  })
  const stored = await send(`/runs/${runId}`, { method: 'PUT', body: document })
  expect(stored.status, stored.body.detail).toBe(201)
  return send(at(slug, `/candidates/${number}/runs`), { method: 'POST', body: { runId } })
}

const read = async (slug: string, token = tokens.read) =>
  (await send(at(slug), { token })).body as unknown as EvaluatedExperiment

test('a better candidate is kept after fresh repeats, an equal one is rejected, and both have a score with its interval', async () => {
  await create('search')
  const [better, equal] = [await propose('search', 'more buffers'), await propose('search', 'another name')]
  expect([better, equal]).toEqual([1, 2])
  const ratios = [1, 1.2, 1]
  const last = new Map<number, Body>()
  for (let round = 0; round < 12; round += 1) {
    for (const number of [0, better, equal])
      last.set(number, (await measure('search', number, ratios[number] ?? 1)).body)
  }
  expect(last.get(better)).toMatchObject({ decision: 'keep', stage: 'kept', measureMore: null })
  expect(last.get(equal)).toMatchObject({ decision: 'reject', stage: 'rejected' })
  for (const number of [better, equal]) {
    const { score } = last.get(number) ?? {}
    expect(score?.ratio).toBeCloseTo(ratios[number] ?? 1, 1)
    expect(score?.low).toBeLessThan(ratios[number] ?? 1)
    expect(score?.high).toBeGreaterThan(ratios[number] ?? 1)
  }
  // No record was signed, so it is not the best so far.
  expect(last.get(better)).toMatchObject({ isBest: false, isAttested: false })
  expect(last.get(better)?.reason).toContain('not attested')
  const { evaluation } = await read('search')
  expect(evaluation.candidates.map(({ decision }) => decision)).toEqual(['keep', 'reject'])
  expect(evaluation).toMatchObject({ best: [], base: { repeats: 12 }, budget: { used: 6 } })
})

test('the answer after each run says how many repeats to measure', async () => {
  await create('first-runs')
  const number = await propose('first-runs', 'a change')
  const before = await send(at('first-runs', `/candidates/${number}/decision`))
  expect(before.body).toMatchObject({ decision: 'measure more', measureMore: { candidate: 3, base: 3 }, score: null })
  await measure('first-runs', 0, 1)
  const one = await measure('first-runs', number, 1.1)
  expect(one.body).toMatchObject({ decision: 'measure more', measureMore: { candidate: 2, base: 3 } })
})

test.each([
  ['skips a test', {}, { tests: ['insert'] }, 'test of the base not measured: scan'],
  ['uses more clients', {}, { clients: 64 }, 'that the base does not have'],
  ['runs for a shorter time', {}, { minutes: 5 }, 'the run took 300.0 s, the base 600.0 s'],
  ['turns durability off', { config: { name: 'off', settings: { ...SETTINGS, fsync: 'off' } } }, {}, 'fsync is off'],
  ['hides its settings', { config: { name: 'none' } }, {}, 'fsync is not stated'],
  ['uses another machine', { hardware: { name: 'arm' } }, {}, 'that the base does not have'],
])('a candidate that %s is flagged and not scored', async (name, changes, how, flag) => {
  const slug = name.replaceAll(' ', '-')
  await create(slug)
  for (let round = 0; round < 3; round += 1) await measure(slug, 0, 1)
  const number = await propose(slug, name)
  for (let round = 0; round < 3; round += 1) {
    const { body } = await measure(slug, number, 3, changes, how)
    expect(body).toMatchObject({ decision: 'flagged', score: null, isBest: false })
    expect(body.flags.join()).toContain(flag)
  }
})

test('deleting a bad repeat flags the candidate', async () => {
  await create('deleted')
  await measure('deleted', 0, 1)
  const number = await propose('deleted', 'a change')
  await measure('deleted', number, 0.5)
  const { evaluation } = await read('deleted')
  const [runId = ''] = evaluation.candidates[0]?.runIds ?? []
  const { project } = await server.addProject('lab', 'private')
  const { scopeOf } = await import('@assay/db/open')
  expect(await server.db.in(scopeOf(project)).runs.remove(runId)).toBe(true)
  expect((await read('deleted')).evaluation.candidates[0]?.flags).toEqual(['1 attached run deleted'])
})

test('the budget is enforced, and an experiment that has ended accepts nothing', async () => {
  await create('short', { budgetHours: 0.2 })
  await measure('short', 0, 1)
  await measure('short', 0, 1)
  const third = await measure('short', 0, 1)
  expect(third).toMatchObject({ status: 409, body: { detail: expect.stringContaining('budget') } })
  expect((await read('short')).evaluation.budget).toMatchObject({ hours: 0.2, isExhausted: true })
  expect((await send(at('short', '/end'), { method: 'POST', token: tokens.write })).status).toBe(200)
  const late = await send(at('short', '/candidates'), { method: 'POST', body: { description: 'late' } })
  expect(late).toMatchObject({ status: 409, body: { detail: expect.stringContaining('has ended') } })
})

test('tokens never see results of holdout workloads before the end', async () => {
  await create('holdout', { holdoutWorkloads: ['io-bound'] })
  const number = await propose('holdout', 'a change')
  for (let round = 0; round < 4; round += 1) {
    for (const [candidate, ratio] of [
      [0, 1],
      [number, 1.37],
    ] as const) {
      await measure('holdout', candidate, ratio > 1 ? 1.1 : 1)
      const hidden = await measure('holdout', candidate, ratio, { workload: { name: 'io-bound' } })
      if (candidate === number) expect(hidden.body).toMatchObject({ holdout: null })
      expect(hidden.body.score?.ratio ?? 1.1).toBeLessThan(1.2)
    }
  }
  const byToken = (await read('holdout')).evaluation
  expect(byToken).toMatchObject({ isHoldoutHidden: true, candidates: [{ holdout: null }] })
  // The token of a candidate reads nothing else of the project either.
  for (const path of [
    '/runs',
    '/compare?columns=config',
    '/experiments',
    '/experiments/holdout',
    '/series?product=x',
  ]) {
    expect((await send(`/projects/lab${path}`)).status, path).toBe(404)
  }
  await send(at('holdout', '/end'), { method: 'POST', token: tokens.write })
  const [candidate] = (await read('holdout')).evaluation.candidates
  expect(candidate?.holdout?.ratio).toBeCloseTo(1.37, 1)
})

test('wrong input is refused with the next step', async () => {
  await create('wrong')
  const post = (path: string, body: unknown, token = tokens.candidate) => send(path, { method: 'POST', body, token })
  expect((await post(at('wrong', '/candidates'), { description: 'x', parents: [7] })).status).toBe(422)
  expect((await post(at('wrong', '/candidates/9/runs'), { runId: crypto.randomUUID() })).status).toBe(404)
  expect((await post(at('none', '/candidates'), { description: 'x' })).status).toBe(404)
  const again = {
    slug: 'wrong',
    title: 'x',
    base: 'x',
    hardware: 'a',
    benchmark: 'b',
    workloads: ['c'],
    budgetHours: 1,
  }
  expect((await post('/projects/lab/experiments', again, tokens.write)).status).toBe(409)
  expect((await post('/projects/lab/experiments', { ...again, slug: 'own' })).status).toBe(403)
  const open = await server.addProject('open', 'public')
  const token = await open.addToken(['write'])
  const refused = await post('/projects/open/experiments', { ...again, holdoutWorkloads: ['d'] }, token)
  expect(refused).toMatchObject({ status: 422, body: { detail: expect.stringContaining('Use a private project') } })
})
