// Needs Citus: ASSAY_TEST_CITUS_URL names its coordinator and ASSAY_TEST_CITUS_WORKERS its workers (docs/operations.md).

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { workerTasks } from '@assay/api/jobs/job-worker'
import { processOutbox } from '@assay/api/notifications/process-outbox'
import { createCaller } from '@assay/api/router'
import { parseSecret } from '@assay/api/shares/share-secret'
import { addPerson, queryAsTenant } from '@assay/db/testing'
import type { Project } from '@assay/db/types'
import { ChannelOptions } from '@assay/domain/notifications/channel-options'
import { personNamed, tokenOf } from '@assay/testing/server/callers'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startReceiver } from '@assay/testing/server/webhook-receiver'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { migrateInChild } from '../../lib/migrate/migrate-in-child.ts'
import { readSettings } from '../../start/settings.ts'
import { createBackup } from '../backup/create-backup.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { citusServers, createCitusDatabase } from '../testing/citus-database.ts'
import {
  type DrillServer,
  fillServer,
  openDrillServer,
  PROJECTS,
  readAnswers,
  storeOf,
} from '../testing/drill-server.ts'
import { run } from '../testing/empty-database.ts'
import { distribute } from './distribute.ts'

const TIMEOUT_MS = 120_000
const servers = citusServers()
const citusTest = test.skipIf(servers === null)
if (servers === null) console.warn('Tests on Citus are skipped, because ASSAY_TEST_CITUS_URL names no coordinator.')

/** Tests run when the cluster is named only. */
function named(cluster: typeof servers): NonNullable<typeof servers> {
  if (cluster === null) throw new Error('No cluster is named.')
  return cluster
}

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
  expect(await vi.waitFor(() => distribute(settings, '', { dryRun: false }), { timeout: TIMEOUT_MS })).toBe(0)
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

citusTest('a scope sees its own project only, without a filter, on every node and in every shard', async () => {
  for (const slug of PROJECTS) {
    const { project } = await runnerOf(slug)
    const rows = await queryAsTenant(database.url, project.id, 'select distinct project_id from run')
    expect(rows).toEqual([{ project_id: project.id }])
    const seen = new Set<unknown>()
    for (const { node, shard } of await shardsOfRuns()) {
      // An injected statement of the scope could name a shard.
      for (const id of await projectsIn(database.ofNode(node), shard, project)) seen.add(id)
    }
    expect([...seen]).toEqual([project.id])
  }
})

async function projectsIn(url: string, shard: string, { id }: Project): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`begin; set local role assay_app; set local assay.project_id = '${id}'`)
    const { rows } = await client.query(`select project_id from ${shard}`)
    return z
      .array(z.object({ project_id: z.string() }))
      .parse(rows)
      .map(({ project_id }) => project_id)
  } finally {
    await client.end()
  }
}

const Shards = z.array(z.object({ node: z.string(), shard: z.string() }))
const shardsOfRuns = async () =>
  Shards.parse(
    await run(
      database.url,
      `select nodename || ':' || nodeport as node, shard_name as shard from citus_shards where table_name = 'run'::regclass`,
    ),
  )

citusTest('no node lets a scope choose another project by set_config', async () => {
  const may = (role: string) =>
    `select has_function_privilege('${role}', 'pg_catalog.set_config(text, text, boolean)', 'execute') as may`
  for (const node of database.nodes) {
    for (const role of ['assay_app', 'assay_tenant', 'assay_directory']) {
      expect(await run(database.ofNode(node), may(role)), `${role} on ${node}`).toEqual([{ may: false }])
    }
    expect(await run(database.ofNode(node), may('postgres'))).toEqual([{ may: true }])
  }
})

citusTest('concurrent uploads to projects on two nodes share the quota of their organization', async () => {
  const pair = await projectsOnTwoNodes()
  const { organization } = pair[0]
  const { db } = server.services
  await db.quotas.setForOrganization(organization.id, { runs: (await usedRuns(organization.id)) + 3 }, OPERATOR)
  const statuses = await Promise.all(
    [1, 2, 3, 4].flatMap((repeat) =>
      pair.map(async (project) => {
        const caller = createCaller({ services: server.services, caller: tokenOf(project, ['upload']) })
        const document = exampleDocument({ runId: crypto.randomUUID(), repeat })
        return caller.runs.upload({ document }).then(
          () => 'stored',
          (error: unknown) => (String(error).includes('at most') ? 'refused' : String(error)),
        )
      }),
    ),
  )
  expect(statuses.toSorted()).toEqual([...Array(5).fill('refused'), ...Array(3).fill('stored')])
  await db.quotas.setForOrganization(organization.id, { runs: null }, OPERATOR)
})

const OPERATOR = { kind: 'server', id: null, name: 'test', requestId: null, address: null } as const

const usedRuns = async (organizationId: string) =>
  (await server.services.db.quotas.ofOrganization(organizationId)).find(({ kind }) => kind === 'runs')?.used ?? 0

const NODE_OF = `
  select nodename || ':' || nodeport as node from pg_dist_placement p join pg_dist_node n using (groupid)
  where shardid = get_shard_id_for_distribution_column('run', '$ID'::uuid)`

/** Creates projects of one organization until two of them are on separate nodes. */
async function projectsOnTwoNodes(): Promise<[Project, Project]> {
  const found = new Map<unknown, Project>()
  for (let at = 0; found.size < 2; at++) {
    const slug = `shared-${at}`
    const project = await server.services.db.projects.ensure({
      ...{ organization: 'shared', slug, name: slug, description: '', visibility: 'private' },
    })
    const [row] = z
      .array(z.object({ node: z.string() }))
      .parse(await run(database.url, NODE_OF.replace('$ID', project.id)))
    found.set(row?.node, project)
  }
  const [one, other] = [...found.values()]
  if (one === undefined || other === undefined) throw new Error('There are two nodes.')
  return [one, other]
}

citusTest('a backup of a stopped server is restored into one Postgres, and can be distributed again', async () => {
  const answers = await readAnswers(server, tokens)
  const directory = mkdtempSync(join(tmpdir(), 'assay-distributed-'))
  const secret = readFileSync(join(server.dataDir, 'secret'), 'utf8').trim()
  const source = { url: database.url, dataDir: server.dataDir, secret, store: storeOf(server.dataDir) }
  await expect(createBackup(source, directory)).rejects.toThrow(/no common snapshot.*Stop them/)
  const { dataDir } = server
  await server.stop()
  server = openDrillServer(database.url, dataDir) // Connects when it is asked only.
  const { name } = await vi.waitFor(() => createBackup(source, directory), { timeout: TIMEOUT_MS })
  const restored = mkdtempSync(join(tmpdir(), 'assay-restored-'))
  const check = async (url: string) => {
    const copy = openDrillServer(url, restored)
    expect(await copy.health()).toMatchObject({ ready: true })
    expect(await readAnswers(copy, tokens)).toEqual(answers)
    await copy.stop()
  }
  const restore = (url: string) =>
    restoreBackup(
      { url, dataDir: restored, givenSecret: undefined, store: storeOf(restored), replace: false },
      directory,
      name,
    )
  const other = await createCitusDatabase(named(servers), async (url) => {
    await restore(url)
    await check(url)
  })
  const settings = readSettings({ DATABASE_URL: other.url })
  await vi.waitFor(() => distribute(settings, '', { dryRun: false }), { timeout: TIMEOUT_MS })
  await check(other.url)
  await expect(restore(other.url)).rejects.toThrow(/extension citus/)
  await other.drop()
  for (const one of [directory, restored]) rmSync(one, { recursive: true })
})
