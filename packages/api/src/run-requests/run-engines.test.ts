import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startFakeEngines } from '@assay/testing/ci/fake-engines'
import { tokenOf } from '@assay/testing/server/callers'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { isWebhookSignedBy } from '../notifications/webhook-signature.ts'
import { createCaller } from '../router.ts'
import { startEngines } from './start-engines.ts'

let server: TestServer
let engines: Awaited<ReturnType<typeof startFakeEngines>>
let api: ReturnType<typeof createCaller>
let tokens: { write: string; upload: string }

beforeAll(async () => {
  server = await startTestServer()
  engines = await startFakeEngines()
  const { addToken, project } = await server.addProject('lab', 'private')
  api = createCaller({ services: server.services, caller: tokenOf(project, ['read', 'write']) })
  tokens = { write: await addToken(['read', 'write']), upload: await addToken(['upload']) }
})
afterAll(async () => {
  engines.stop()
  await server.stop()
})

async function send(method: string, path: string, body?: unknown, token = tokens.write, project = 'lab') {
  const answer = await server.send(`/api/v1/projects/${project}/${path}`, {
    ...{ method, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: z.looseObject({}).parse(text === '' ? {} : JSON.parse(text)) }
}

const save = (runner: string, more: Record<string, unknown>) =>
  send('PUT', `run-engines/${runner}`, {
    ...{ engine: runner, ref: 'main', hardware: 'dell32', commands: [{ name: `run-${runner}` }] },
    ...more,
  })

const KINDS = [
  ['github-workflow', '/repos/lab/shop/actions/workflows/benchmark.yml/dispatches', 'github-token'],
  ['github-dispatch', '/repos/lab/shop/dispatches', 'github-token'],
  ['buildkite', '/v2/organizations/lab/pipelines/shop/builds', 'buildkite-token'],
  ['jenkins', '/job/shop-benchmark/buildWithParameters', 'assay:jenkins-token'],
] as const

test.each(KINDS)(
  'a request starts one job of %s, which leases it once and reports its result',
  async (engine, path, credential) => {
    const saved = await save(engine, { address: `${engines.url}${path}`, credential })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    const requested = await send('POST', 'run-requests', { command: `run-${engine}` })
    expect(requested.status, JSON.stringify(requested.body)).toBe(201)
    await startEngines(server.services)
    await startEngines(server.services)
    expect(engines.refusals).toEqual([])
    const [job, ...others] = engines.jobs.filter(({ request }) => request === requested.body.id)
    expect([job?.engine, others]).toEqual([engine, []])
    const secret = String(saved.body.secret)
    expect(isWebhookSignedBy(secret, job?.body ?? '', job?.signature ?? '', server.services.now())).toBe(true)

    const lease = () => send('POST', `run-requests/${job?.request}/leases`, { runner: engine }, tokens.upload)
    const Leased = z.object({ lease: z.object({ attemptId: z.string(), fencingToken: z.int(), number: z.literal(1) }) })
    const leased = Leased.parse((await lease()).body).lease
    expect((await lease()).body).toEqual({ lease: null })
    const { fencingToken } = leased
    const result = { fencingToken, outcome: 'succeeded', exitCode: 0 }
    expect((await send('PUT', `run-attempts/${leased.attemptId}/result`, result, tokens.upload)).body.state).toBe(
      'accepted',
    )
    expect((await send('GET', `run-requests/${job?.request}`)).body).toMatchObject({ state: 'finished' })
  },
)

test('an engine that does not answer is asked again later, and the list says why', async () => {
  engines.state.isDown = true
  const { id } = (await send('POST', 'run-requests', { command: 'run-buildkite' })).body
  await startEngines(server.services)
  engines.state.isDown = false
  await startEngines(server.services)
  expect(engines.jobs.filter(({ request }) => request === id)).toEqual([])
  const { engines: listed } = (await send('GET', 'run-engines')).body
  expect(JSON.stringify(listed)).toContain('"status":503,"reply":"maintenance"')
  expect(JSON.stringify(listed)).not.toContain('buildkite-token')
})

test('two workers start one job', async () => {
  const { id } = (await send('POST', 'run-requests', { command: 'run-jenkins' })).body
  await Promise.all([1, 2, 3, 4].map(() => startEngines(server.services)))
  expect(engines.jobs.filter(({ request }) => request === id)).toHaveLength(1)
})

test.each([
  [{ engine: 'jenkins', address: 'https://jenkins.example.org/', credential: 'token' }, 'USER:TOKEN'],
  [{ engine: 'buildkite', address: 'https://api.buildkite.com/' }, 'credential'],
  [{ engine: 'webhook', address: 'http://169.254.169.254/latest' }, 'https'],
  [{ engine: 'webhook', address: 'https://10.0.0.7/' }, '10.0.0.7'],
])('%j is refused', async (engine, named) => {
  const refused = await save('refused', engine)
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([422, expect.stringContaining(named)])
})

test('a machine is not an engine, and an engine that does not offer the command gets no lease', async () => {
  await send('PUT', 'runners/lab3', { hardware: 'lab3', commands: [{ name: 'bench' }] }, tokens.upload)
  expect((await save('lab3', { engine: 'webhook', address: 'https://ci.example.org/' })).status).toBe(409)
  const { id } = (await send('POST', 'run-requests', { command: 'bench' })).body
  for (const runner of ['lab3', 'jenkins', 'nobody']) {
    expect((await send('POST', `run-requests/${id}/leases`, { runner }, tokens.upload)).status, runner).toBe(409)
  }
  expect((await send('DELETE', 'run-engines/jenkins')).status).toBe(204)
  expect((await send('DELETE', 'run-engines/jenkins')).status).toBe(404)
})

test('the form saves an engine with the commands of its allow-list, and refuses an allow-list that is not valid', async () => {
  const { runEngines, runRequests } = api
  const form = { project: 'lab', runner: 'from-form', engine: 'webhook', address: 'https://ci.example.org/' } as const
  const allowList =
    'labels: [nvme]\ncommands:\n  bench: { argv: [bench, "{v}"], parameters: { v: { values: [1, 2] } } }'
  expect(await runEngines.save({ ...form, allowList })).toMatchObject({ runner: 'from-form', engine: 'webhook' })
  expect((await runRequests.runners({ project: 'lab' })).find(({ name }) => name === 'from-form')).toMatchObject({
    ...{ kind: 'webhook', hardware: 'from-form', labels: ['nvme'] },
    commands: [{ name: 'bench', parameters: [{ name: 'v', pattern: '1 | 2' }] }],
  })
  const wrong = runEngines.save({ ...form, allowList: 'commands: { bench: { argv: [bench, "{v}"] } }' })
  await expect(wrong).rejects.toThrow('{v} is not one of its parameters')
  expect((await runEngines.list({ project: 'lab' })).map(({ runner }) => runner)).toContain('from-form')
  await runEngines.remove({ project: 'lab', runner: 'from-form' })
  await expect(runEngines.remove({ project: 'lab', runner: 'from-form' })).rejects.toThrow('no such engine')
})

test('engines of one project that never answer delay those of no other', async () => {
  let held = 0
  const silent = createServer(() => {
    held += 1
  })
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  // A listening server has an address with a port.
  const { port } = silent.address() as AddressInfo
  const { token } = await server.addProject('a-slow-lab', 'private')
  const engine = { engine: 'webhook', address: `http://127.0.0.1:${port}/`, hardware: 'x', commands: [{ name: 'x' }] }
  expect((await send('PUT', 'run-engines/silent', engine, token, 'a-slow-lab')).status).toBe(200)
  for (let at = 0; at < 4; at++) await send('POST', 'run-requests', { command: 'x' }, token, 'a-slow-lab')
  const { id } = (await send('POST', 'run-requests', { command: 'run-buildkite' })).body
  const round = startEngines(server.services)
  await expect.poll(() => engines.jobs.filter(({ request }) => request === id)).toHaveLength(1)
  await expect.poll(() => held).toBe(2)
  silent.closeAllConnections()
  const closing = setInterval(() => silent.closeAllConnections(), 50)
  await round
  clearInterval(closing)
  silent.close()
})
