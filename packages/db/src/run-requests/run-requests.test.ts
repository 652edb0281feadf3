import { NewRunPlan, type RunPlan } from '@assay/domain/run-plans/run-plan'
import { type AttemptResult, NewRunRequest, type RunLease } from '@assay/domain/run-requests/run-request'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { asUpload, exampleDocument } from '../testing/example-upload.ts'
import { openTestProject, type TestProject } from '../testing/open-test-project.ts'
import type { ProjectQueries } from '../types.ts'

let lab: TestProject
let owner: Client
beforeAll(async () => {
  lab = await openTestProject()
  owner = new Client({ connectionString: lab.url })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await lab.close()
})

let requests: ProjectQueries['runRequests']
let projects = 0
beforeEach(async () => {
  requests = (await lab.other(`requests-${projects++}`)).project.runRequests
})

async function register(name: string, labels: string[] = []): Promise<number> {
  const session = await requests.registerRunner(name, {
    ...{ hardware: name, labels, capabilities: {}, version: '0.2.0' },
    commands: [{ name: 'sysbench', description: '', parameters: [] }],
  })
  if (session === 'too-many') throw new Error('There is no room for a runner.')
  return session
}
const request = async (more: Partial<NewRunRequest> = {}) => {
  const created = await requests.create(NewRunRequest.parse({ command: 'sysbench', ...more }))
  if (created === null) throw new Error('The queue is full.')
  return created
}
const succeeded = ({ fencingToken }: RunLease, more: Partial<AttemptResult> = {}): AttemptResult => ({
  ...{ fencingToken, outcome: 'succeeded', exitCode: 0, reason: null, runIds: [], ...more },
})
async function lease(name: string, session: number): Promise<RunLease> {
  const leased = await requests.lease({ name, session })
  if (leased === null || leased === 'superseded') throw new Error(`no lease: ${leased}`)
  return leased
}
/** Makes every lease older than it is. */
const expire = () => owner.query(`update run_attempt set expires_at = now() - interval '1 second'`)
const states = async (id: string) => {
  const found = await requests.find(id)
  return [found?.state, ...(found?.attempts ?? []).map(({ number, state }) => `${number} ${state}`)]
}

test('a request is leased once, in the order of requests, and ends with the accepted result', async () => {
  const [one, two] = [await register('one'), await register('two')]
  const [first, second] = [await request({ parameters: { tables: '8' } }), await request()]
  const leases = await Promise.all([lease('one', one), lease('two', two)])
  expect(leases.map(({ requestId }) => requestId).sort()).toEqual([first.id, second.id].sort())
  const third = await register('three')
  expect(await requests.lease({ name: 'three', session: third })).toBeNull()
  for (const leased of leases)
    expect(await requests.finish(leased.attemptId, succeeded(leased))).toMatchObject({ stored: true })
  expect(await states(first.id)).toEqual(['finished', '1 accepted'])
  expect((await requests.list({ states: ['finished'], planId: null, limit: 10 })).total).toBe(2)
})

test('labels and the name of a runner choose who may execute a request', async () => {
  const [plain, fast] = [await register('plain'), await register('fast', ['nvme', 'arm'])]
  const labeled = await request({ labels: ['nvme'] })
  await request({ runner: 'other' })
  expect(await requests.lease({ name: 'plain', session: plain })).toBeNull()
  expect((await lease('fast', fast)).requestId).toBe(labeled.id)
})

test('a lost attempt stays visible, the next one has a new number, and only its result is accepted', async () => {
  const [one, two] = [await register('one'), await register('two')]
  const { id } = await request()
  const old = await lease('one', one)
  await expire()
  const next = await lease('two', two)
  expect([next.number, next.fencingToken > old.fencingToken]).toEqual([2, true])
  expect(await requests.heartbeat(old.attemptId, old.fencingToken)).toMatchObject({ held: false })
  expect(await requests.finish(old.attemptId, succeeded(old))).toMatchObject({ stored: false, code: 'superseded' })
  expect(await requests.appendLog(old.attemptId, old.fencingToken, { number: 0, text: 'late' })).toBe(false)
  expect(await requests.finish(next.attemptId, succeeded(next))).toMatchObject({ stored: true })
  expect(await states(id)).toEqual(['finished', '1 lost', '2 accepted'])
})

test('of results that arrive at the same time one is accepted, and the same result twice is accepted once', async () => {
  const session = await register('one')
  for (let round = 0; round < 5; round++) {
    const { id } = await request()
    const old = await lease('one', session)
    await expire()
    const next = await lease('one', session)
    const answers = await Promise.all([old, next, next].map((held) => requests.finish(held.attemptId, succeeded(held))))
    expect(answers.map(({ stored }) => stored)).toEqual([false, true, true])
    expect(await states(id)).toEqual(['finished', '1 lost', '2 accepted'])
  }
})

test('control: the database itself refuses a second accepted attempt', async () => {
  const session = await register('one')
  const { id } = await request()
  await lease('one', session)
  await expire()
  const next = await lease('one', session)
  await requests.finish(next.attemptId, succeeded(next))
  const accept = owner.query(`update run_attempt set state = 'accepted', outcome = 'succeeded' where request_id = $1`, [
    id,
  ])
  await expect(accept).rejects.toThrow(/run_attempt_accepted_key/)
})

test('a heartbeat that is late continues the attempt while nobody else has the request', async () => {
  const session = await register('one')
  const { id } = await request()
  const held = await lease('one', session)
  await expire()
  expect(await requests.expireLeases()).toBe(1)
  expect(await states(id)).toEqual(['waiting', '1 lost'])
  expect(await requests.heartbeat(held.attemptId, held.fencingToken)).toMatchObject({ held: true })
  expect(await states(id)).toEqual(['leased', '1 running'])
  expect(await requests.finish(held.attemptId, succeeded(held))).toMatchObject({ stored: true })
})

test('a runner that starts again loses its attempt, and its earlier process gets no lease', async () => {
  const before = await register('one')
  const { id } = await request()
  await lease('one', before)
  const after = await register('one')
  expect(await requests.lease({ name: 'one', session: before })).toBe('superseded')
  expect(await lease('one', after)).toMatchObject({ requestId: id, number: 2 })
  expect((await requests.find(id))?.attempts[0]).toMatchObject({
    state: 'lost',
    reason: 'The runner asked for work again.',
  })
})

test('an interrupted attempt is retried until the last one, and a late result is still accepted', async () => {
  const session = await register('one')
  const { id } = await request({ maxAttempts: 2 })
  const first = await lease('one', session)
  await requests.finish(first.attemptId, succeeded(first, { outcome: 'interrupted', exitCode: null }))
  expect(await states(id)).toEqual(['waiting', '1 lost'])
  const last = await lease('one', session)
  await expire()
  await requests.expireLeases()
  expect(await states(id)).toEqual(['abandoned', '1 lost', '2 lost'])
  expect(await requests.finish(last.attemptId, succeeded(last))).toMatchObject({ stored: true })
  expect(await states(id)).toEqual(['finished', '1 lost', '2 accepted'])
})

test('canceling a request revokes its lease', async () => {
  const session = await register('one')
  const { id } = await request()
  const held = await lease('one', session)
  expect(await requests.cancel(id)).toMatchObject({ state: 'canceled' })
  expect(await requests.heartbeat(held.attemptId, held.fencingToken)).toEqual({
    held: false,
    reason: 'The request was canceled.',
  })
  expect(await requests.finish(held.attemptId, succeeded(held))).toMatchObject({ stored: false })
  expect(await requests.lease({ name: 'one', session })).toBeNull()
  expect(await requests.cancel(id)).toMatchObject({ state: 'canceled' })
})

test('a result names runs that are stored in the project', async () => {
  const { project } = await lab.other('with-runs')
  requests = project.runRequests
  const session = await register('one')
  await request()
  const held = await lease('one', session)
  const missing = '11111111-1111-4111-8111-111111111111'
  const finish = (id: string) => requests.finish(held.attemptId, succeeded(held, { runIds: [id] }))
  expect(await finish(missing)).toMatchObject({ stored: false, code: 'run-missing' })
  const uploaded = await project.runs.upload(asUpload(exampleDocument()))
  if (!uploaded.ok) throw new Error('The example is stored.')
  expect(await finish(uploaded.value.runId)).toMatchObject({ stored: true })
})

test('an idempotency key creates one request, and durations of earlier attempts are the estimate of the next request', async () => {
  const session = await register('one')
  const [first, again] = await Promise.all([request({ idempotencyKey: 'k' }), request({ idempotencyKey: 'k' })])
  expect(again.id).toBe(first.id)
  expect(first.estimateSeconds).toBeNull()
  const held = await lease('one', session)
  await owner.query(`update run_attempt set leased_at = now() - interval '100 seconds' where id = $1`, [held.attemptId])
  await requests.finish(held.attemptId, succeeded(held))
  expect((await request()).estimateSeconds).toBeCloseTo(100, 0)
})

test('output is stored once in its order, up to a limit', async () => {
  const session = await register('one')
  await request()
  const { attemptId, fencingToken } = await lease('one', session)
  for (const number of [0, 1, 1])
    await requests.appendLog(attemptId, fencingToken, { number, text: `line ${number}\n` })
  expect(await requests.readLog(attemptId, 0)).toEqual({ text: 'line 0\nline 1\n', next: 2 })
  expect(await requests.readLog(attemptId, 2)).toEqual({ text: '', next: 2 })
  await requests.appendLog(attemptId, fencingToken, { number: 2, text: 'x'.repeat(2_000_001) })
  expect((await requests.readLog(attemptId, 2)).text).toBe('')
})

test('a history is restored with its times, attempts and output, once', async () => {
  const [one, other] = [await register('one'), (await lab.other(`requests-${projects++}`)).project.runRequests]
  const { id } = await request({ parameters: { tables: '8' } })
  const lost = await lease('one', one)
  await requests.appendLog(lost.attemptId, lost.fencingToken, { number: 0, text: 'half of it\n' })
  await expire()
  const leased = await lease('one', one)
  await requests.finish(leased.attemptId, succeeded(leased))
  const plan: RunPlan = {
    ...{ id: crypto.randomUUID(), kind: 'repeat', title: 'Repeat 8', state: 'finished', conclusion: '1 run measured.' },
    settings: NewRunPlan.parse({ kind: 'repeat', command: 'sysbench', vary: 'tables', values: ['8'] }),
    ...{ machineSeconds: 16.5, requestedBy: 'Vera', createdAt: '2026-11-29T12:10:00.000Z' },
    finishedAt: '2026-11-29T12:13:00.000Z',
  }
  const history = {
    ...{ runners: await requests.listRunners(), plans: [plan] },
    requests: (await requests.list({ states: [], planId: null, limit: 10 })).requests,
    logs: { [lost.attemptId]: (await requests.readLog(lost.attemptId, 0)).text },
  }
  for (const _ of [1, 2]) await other.restore(history)
  expect(await other.find(id)).toEqual(history.requests[0])
  expect(await other.listRunners()).toEqual(history.runners)
  expect(await other.findPlan(plan.id)).toEqual(plan)
  expect(await other.readLog(lost.attemptId, 0)).toEqual({ text: 'half of it\n', next: 1 })
})
