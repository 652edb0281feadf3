import type { NewRunPlan, RunPlan } from '@assay/domain/run-plans/run-plan'
import { RunLease } from '@assay/domain/run-requests/run-request'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

let token: string
let project: string
let session: number
let count = 0
beforeEach(async () => {
  project = `plans-${count++}`
  token = (await server.addProject(project)).token
  const commands = [{ name: 'bench', parameters: [{ name: 'version', pattern: '.*' }] }]
  session = (await send('PUT', '/runners/lab3', { hardware: 'lab3', commands })).body.session
})

async function send(method: string, path: string, body?: object) {
  const answer = await server.send(`/api/v1/projects/${project}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: JSON.parse(await answer.text()) }
}

const plan = (more: Partial<NewRunPlan>) => ({ command: 'bench', runner: 'lab3', ...more })
const start = async (more: Partial<NewRunPlan>): Promise<RunPlan> => {
  const { status, body } = await send('POST', '/run-plans', plan(more))
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

/** Stores a run of a version, as the command of a runner would. */
async function upload(version: string, qps: number): Promise<string> {
  const runId = crypto.randomUUID()
  const document = exampleDocument({
    ...{ version, startedAt: new Date(1_760_000_000_000 + 1_000 * count++).toISOString() },
    ...{ metricNames: ['qps'], results: [{ test: 'point-query_range=100', clients: 24, values: [qps] }] },
  })
  const stored = await server.send(`/api/v1/runs/${runId}?onConflict=repeat`, {
    method: 'PUT',
    body: JSON.stringify(document),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
  })
  expect(stored.status, await stored.clone().text()).toBe(201)
  return runId
}

/** Executes requests until none waits; `measure` returns the throughput of a version, null for a failed command. */
async function execute(measure: (version: string) => number | null): Promise<string[]> {
  const executed: string[] = []
  for (;;) {
    const { body } = await send('POST', '/runners/lab3/leases', { session, waitSeconds: 0 })
    const { lease } = z.object({ lease: RunLease.nullable() }).parse(body)
    if (lease === null) return executed
    const { version = '' } = lease.parameters
    executed.push(version)
    const qps = measure(version)
    const result =
      qps === null ? { outcome: 'failed', exitCode: 1 } : { outcome: 'succeeded', runIds: [await upload(version, qps)] }
    await send('PUT', `/run-attempts/${lease.attemptId}/result`, { fencingToken: lease.fencingToken, ...result })
  }
}

test('a bisection measures what it needs, and names the first version with the change', async () => {
  const values = ['18.0', '18.1', '18.2', '18.3', '18.4', '18.5']
  const { id, machineSeconds } = await start({ kind: 'bisect', values, repeats: 2, metric: 'qps' })
  expect(machineSeconds).toBeNull()
  const executed = await execute((version) => (version >= '18.3' ? 800 : 1_000))
  expect(executed.slice(0, 4)).toEqual(['18.0', '18.5', '18.5', '18.0'])
  expect(new Set(executed).size).toBeLessThan(values.length)
  expect((await send('GET', `/run-plans/${id}`)).body).toMatchObject({
    state: 'finished',
    conclusion: '18.3 has the change, 18.2 does not.',
  })
})

test('a version that cannot be measured widens the conclusion of a bisection', async () => {
  const { id } = await start({ kind: 'bisect', values: ['1', '2', '3', '4', '5'], repeats: 1, metric: 'qps' })
  await execute((version) => (version === '3' ? null : version > '2' ? 500 : 1_000))
  expect((await send('GET', `/run-plans/${id}`)).body.conclusion).toBe(
    '4 has the change, 2 does not. 3 could not be measured, and may have it instead.',
  )
})

test('two versions are measured in turns, and the machine time comes from earlier runs', async () => {
  const preview = async () =>
    (await send('POST', '/run-plans/preview', plan({ kind: 'interleave', values: ['1', '2'] }))).body
  expect(await preview()).toMatchObject({ summary: '6 runs of unknown duration' })
  const { id } = await start({ kind: 'interleave', values: ['1', '2'] })
  expect(await execute(() => 1_000)).toEqual(['1', '2', '2', '1', '1', '2'])
  expect((await send('GET', `/run-plans/${id}`)).body).toMatchObject({
    state: 'finished',
    conclusion: '6 runs measured.',
  })
  expect(await preview()).toMatchObject({ machineTime: { unknownRuns: 0 } })
})

test('a canceled plan requests nothing more', async () => {
  const { id } = await start({ kind: 'backfill', values: ['1', '2', '3'], repeats: 1 })
  expect((await send('DELETE', `/run-plans/${id}`)).body).toMatchObject({ state: 'canceled' })
  expect(await execute(() => 1_000)).toEqual([])
})

test('a plan that no runner can execute is refused with the reason', async () => {
  expect(await send('POST', '/run-plans', plan({ kind: 'repeat', values: ['1'], runner: 'other' }))).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining('other') },
  })
  expect(await send('POST', '/run-plans', plan({ kind: 'repeat', values: ['1'], vary: 'commit' }))).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining('no parameter "commit"') },
  })
})
