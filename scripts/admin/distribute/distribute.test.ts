// Needs Citus: ASSAY_TEST_CITUS_URL names its coordinator and ASSAY_TEST_CITUS_WORKERS its workers (docs/operations.md).

import { workerTasks } from '@assay/api/jobs/job-worker'
import { processOutbox } from '@assay/api/notifications/process-outbox'
import { createCaller } from '@assay/api/router'
import { parseSecret } from '@assay/api/shares/share-secret'
import { addPerson, queryAsTenant } from '@assay/db/testing'
import { ChannelOptions } from '@assay/domain/notifications/channel-options'
import { personNamed, tokenOf } from '@assay/testing/server/callers'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startReceiver } from '@assay/testing/server/webhook-receiver'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { migrateInChild } from '../../lib/migrate/migrate-in-child.ts'
import { readSettings } from '../../start/settings.ts'
import { citusServers, createCitusDatabase } from '../testing/citus-database.ts'
import { type DrillServer, fillServer, openDrillServer, PROJECTS, readAnswers } from '../testing/drill-server.ts'
import { run } from '../testing/empty-database.ts'
import { distribute } from './distribute.ts'

const PATIENCE_MS = 120_000
const servers = citusServers()
const citusTest = test.skipIf(servers === null)
if (servers === null) console.warn('Tests on Citus are skipped, because ASSAY_TEST_CITUS_URL names no coordinator.')

let database: Awaited<ReturnType<typeof createCitusDatabase>>
let server: DrillServer
let tokens: Record<string, string>
let before: string[]

beforeAll(async () => {
  if (servers === null) return
  database = await createCitusDatabase(servers)
  await migrateInChild(database.url)
  const single = openDrillServer(database.url)
  tokens = await fillServer(single)
  before = await readAnswers(single, tokens)
  expect(before.filter((answer) => !/ 200 /.test(answer))).toEqual([])
  await single.stop()
  const settings = readSettings({ DATABASE_URL: database.url })
  expect(await distribute(settings, '', { dryRun: true })).toBe(0)
  expect(await countDistributed()).toEqual({ count: 0 })
  // The connections of the stopped server end a moment later.
  expect(await vi.waitFor(() => distribute(settings, '', { dryRun: false }), { timeout: PATIENCE_MS })).toBe(0)
  server = openDrillServer(database.url, single.dataDir)
})
afterAll(async () => {
  if (servers === null) return
  await server.stop()
  server.remove()
  await database.drop()
})

async function countDistributed(): Promise<unknown> {
  const [row] = await run(database.url, `select count(*)::int as count from pg_dist_partition where partmethod = 'h'`)
  return row
}

/** Opens the project of a slug as a runner, without HTTP. */
async function runnerOf(slug: string) {
  const project = await server.services.db.projects.find({ organization: null, name: slug })
  if (project === null) throw new Error(`There is no project ${slug}.`)
  const caller = createCaller({ services: server.services, caller: tokenOf(project, ['read', 'upload', 'write']) })
  return { project, caller }
}

citusTest('answers are the same bytes as before, and the server is ready', async () => {
  expect(await server.health()).toMatchObject({ ready: true })
  expect(await readAnswers(server, tokens)).toEqual(before)
})

citusTest('a running server is refused', async () => {
  const settings = readSettings({ DATABASE_URL: database.url })
  await expect(distribute(settings, '', { dryRun: false })).rejects.toThrow(/Stop them/)
})

citusTest('new runs are compared, and a scan finds a regression', async () => {
  const { caller, project } = await runnerOf('first')
  await server.services.db.jobs.prepare()
  for (const [version, qps] of [
    ['18.2', 1_000],
    ['18.3', 800],
  ] as const) {
    for (const [repeat, factor] of [0.99, 1, 1.01, 1.005, 0.995, 1.002, 0.998].entries()) {
      const document = exampleDocument({
        runId: crypto.randomUUID(),
        version,
        repeat: repeat + 1,
        metricNames: ['qps'],
        tests: [{ name: 'scan', order: 0, role: 'measured', primaryMetric: 'qps' }],
        results: [{ test: 'scan', clients: 1, values: [qps * factor] }],
      })
      await caller.runs.upload({ document })
    }
  }
  await server.services.db.jobs.runPending(workerTasks(server.services))
  const { rows } = await caller.findings.list({ project: project.slug })
  expect(rows.map(({ from, to, direction }) => [from, to, direction].join(' '))).toContain('18.2 18.3 worse')
})

citusTest('a message is delivered by the next pass over the outbox', async () => {
  const { project } = await runnerOf('second')
  const services = { ...server.services, addresses: { allowLoopback: true } }
  const id = await addPerson(database.url, 'olga', { projects: { [project.id]: 'owner' } })
  const owner = createCaller({ services, caller: personNamed('olga', id, new Date().toISOString()) })
  const receiver = await startReceiver()
  try {
    const channel = await owner.notifications.create({
      project: project.slug,
      kind: 'webhook',
      address: `${receiver.url}/hook`,
      options: ChannelOptions.parse({ name: 'CI' }),
    })
    await owner.notifications.test({ project: project.slug, id: channel.id })
    await processOutbox(services)
    await services.db.jobs.runPending(workerTasks(services))
    expect(receiver.received).toHaveLength(1)
  } finally {
    await receiver.stop()
  }
})

citusTest('a shared link is created by REST, opened by its secret, and revoked', async () => {
  const headers = { authorization: `Bearer ${tokens.first}`, 'content-type': 'application/json' }
  const what = { kind: 'comparison', query: 'rows=test&columns=version&base=version:17.6' }
  const send = (path: string, method: string, body?: object) =>
    server.send(`/api/v1/projects/first/shares${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const created = await send('', 'POST', { title: 'Distributed', what })
  const share: unknown = await created.json()
  expect(created.status, JSON.stringify(share)).toBe(201)
  const { id, secret } = share as { id: string; secret: string }
  const key = parseSecret(secret)
  if (key === null) throw new Error('the share has a secret address')
  const find = () => server.services.db.shares.findBySecret(key)
  expect(await find()).toMatchObject({ id })
  expect((await send(`/${id}`, 'DELETE')).status).toBeLessThan(300)
  expect(await find()).not.toMatchObject({ revokedAt: null })
})

citusTest('a scope sees its own project only, without a filter and on the node of its project', async () => {
  for (const slug of PROJECTS) {
    const { project } = await runnerOf(slug)
    const rows = await queryAsTenant(database.url, project.id, 'select distinct project_id from run')
    expect(rows).toEqual([{ project_id: project.id }])
  }
})
