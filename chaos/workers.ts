import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readAccountSettings } from '@assay/api/accounts/account-settings'
import { detectRegressions } from '@assay/api/findings/detect-regressions'
import { openServices } from '@assay/api/open-services'
import { createCaller } from '@assay/api/router'
import { uploadRun } from '@assay/api/runs/upload-run'
import type { Services } from '@assay/api/services'
import { scopeOf } from '@assay/db/open'
import { addPerson, createTestDatabase, hurryMessages } from '@assay/db/testing'
import type { Project } from '@assay/db/types'
import { ChannelOptions } from '@assay/domain/notifications/channel-options'
import { personNamed } from '@assay/testing/server/callers'
import { startReceiver } from '@assay/testing/server/webhook-receiver'
import { freePort } from '../scripts/lib/postgres/free-port.ts'
import { addProject, addToken } from './lib/chaos-project.ts'
import {
  compareFindings,
  comparePlanted,
  countMessages,
  findingEventsOf,
  findingsOf,
  hasTwice,
  type Message,
} from './lib/check-findings.ts'
import { type KnownHistory, knownHistory } from './lib/known-history.ts'
import { type RestartableProcess, startRestartableProcess } from './lib/restartable-process.ts'
import { sendRuns } from './lib/send-runs.ts'

const SECRET = 'a secret for chaos, which is no secret'
const CLIENTS = 4
const MAX_WAIT_MS = 10 * 60_000

/** Counts of one simulation; the counts of failures are all zero when nothing went wrong. */
export type Chaos = {
  runs: number
  kills: number
  seconds: number
  findings: number
  /** Findings of one scan without faults that are missing or have other values, and findings that it does not have. */
  lost: number
  tooMany: number
  /** Planted changes without a finding, and changes between neighbors that were not planted. */
  missed: number
  invented: number
  historyTwice: number
  /** Findings with more than one message that reports them as found, and findings with none. */
  notifiedTwice: number
  untold: number
  /** Messages that arrived more than once under their id, which a receiver ignores. */
  deliveredAgain: number
}

/**
 * Uploads to two servers while these and two workers are killed at random, then waits until no job is left. Needs the
 * database server of `withTestPostgres`, or of the tests.
 *
 * @param everyMs average time between kills.
 * @param uploadsPerKill minimum number of uploads with a response between two kills, on any machine.
 * @param paceMs average time between uploads of each of four clients.
 * @param random uniform in [0, 1): decides the changes of the history. At least one is planted, because otherwise
 *   nothing would be proved.
 */
export async function killWorkers({
  count,
  everyMs,
  uploadsPerKill = 1,
  paceMs,
  random = Math.random,
}: {
  count: number
  everyMs: number
  uploadsPerKill?: number
  paceMs: number
  random?: () => number
}): Promise<Chaos> {
  const began = performance.now()
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-chaos-'))
  const receiver = await startReceiver()
  const services = openServices({
    databaseUrl: database.url,
    dataDir,
    publicUrl: 'http://localhost',
    limits: 'off',
    accounts: readAccountSettings({ ASSAY_SECRET: SECRET }),
    loopbackTargets: true,
  })
  const victims: RestartableProcess[] = []
  let [uploading, sent] = [true, 0]
  let killing: Promise<number> = Promise.resolve(0)
  try {
    const [project, calm] = [await addProject(services, 'chaos'), await addProject(services, 'calm')]
    const token = await addToken(services, project)
    await listen(services, { project, databaseUrl: database.url, url: receiver.url })
    const history = knownHistory(count, random)
    const ports = [await freePort(), await freePort()]
    const variables = {
      DATABASE_URL: database.url,
      ASSAY_DATA_DIR: dataDir,
      ASSAY_SECRET: SECRET,
      ASSAY_LIMITS: 'off',
      ASSAY_LOOPBACK_TARGETS: '1',
    }
    await services.db.jobs.prepare()
    for (const port of ports)
      victims.push(startRestartableProcess('chaos/lib/chaos-server.ts', { ...variables, PORT: String(port) }))
    for (let i = 0; i < 2; i++) victims.push(startRestartableProcess('scripts/worker/worker.ts', variables))

    killing = killAtRandom(victims, { everyMs, uploadsPerKill, goesOn: () => uploading, sent: () => sent })
    const urls = ports.map((port) => `http://127.0.0.1:${port}`)
    await sendRuns(shuffled(history.runs), { urls, token, clients: CLIENTS, paceMs, sent: () => (sent += 1) })
    uploading = false
    const kills = await killing
    await restartAll(victims)
    await untilNoJobIsLeft(services)
    const seconds = (performance.now() - began) / 1000

    await scanWithoutFaults(services, calm, history)
    const found = await findingsOf(services, project)
    await sendLists(services, project, database.url)
    const messages = receiver.received.flatMap(({ body }) => findingEventsOf(JSON.parse(body) as Message))
    return {
      runs: history.runs.length,
      kills,
      seconds,
      findings: found.length,
      ...compareFindings(found, await findingsOf(services, calm)),
      ...comparePlanted(found, history),
      historyTwice: found.filter(({ events }) => hasTwice(events)).length,
      ...countMessages(found, messages),
    }
  } finally {
    uploading = false
    await killing
    await Promise.all(victims.map((victim) => victim.stop()))
    await services.db.close()
    await receiver.stop()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Starts a webhook that receives every event. */
async function listen(
  services: Services,
  { project, databaseUrl, url }: { project: Project; databaseUrl: string; url: string },
): Promise<void> {
  const id = await addPerson(databaseUrl, 'olga', { organizations: { [project.organization.id]: 'owner' } })
  const owner = createCaller({ services, caller: personNamed('olga', id, new Date().toISOString()) })
  const options = ChannelOptions.parse({ name: 'chaos' })
  await owner.notifications.create({ project: project.slug, kind: 'webhook', address: `${url}/hook`, options })
}

/** @returns the number of kills */
async function killAtRandom(
  victims: readonly RestartableProcess[],
  {
    everyMs,
    uploadsPerKill,
    goesOn,
    sent,
  }: { everyMs: number; uploadsPerKill: number; goesOn: () => boolean; sent: () => number },
): Promise<number> {
  let kills = 0
  let before = 0
  while (goesOn()) {
    await pause(Math.random() * 2 * everyMs)
    // On a busy machine a start takes longer than the time between kills, so some uploads must succeed first.
    if (sent() - before < uploadsPerKill) continue
    before = sent()
    const victim = victims[Math.floor(Math.random() * victims.length)]
    if (!goesOn() || victim === undefined) break
    await victim.kill()
    kills += 1
    await pause((Math.random() * everyMs) / 4)
    victim.start()
  }
  return kills
}

/**
 * Restarts all processes. A started process has queued a job for every product, also for uploads whose server was
 * killed before it queued one. From then on all remaining work is in the queue, so an empty queue means that everything
 * is done, on any machine.
 */
async function restartAll(victims: readonly RestartableProcess[]): Promise<void> {
  await Promise.all(victims.map((victim) => victim.kill()))
  for (const victim of victims) victim.start()
  await Promise.all(victims.map((victim) => victim.ready()))
}

/**
 * Waits until the queue is empty. A job queues its follow-up jobs before it is removed, so the queue is not empty in
 * between.
 */
async function untilNoJobIsLeft(services: Services): Promise<void> {
  const deadline = Date.now() + MAX_WAIT_MS
  while (await services.db.jobs.areWaiting()) {
    if (Date.now() > deadline) throw new Error(`jobs are left after ${MAX_WAIT_MS / 60_000} minutes`)
    await pause(200)
  }
}

/** Sends all summaries of findings now, of which normally one is sent per hour. */
async function sendLists(services: Services, project: Project, databaseUrl: string): Promise<void> {
  await hurryMessages(databaseUrl)
  await services.db.in(scopeOf(project)).messages.enqueueDueJobs(new Date())
  await untilNoJobIsLeft(services)
}

/** Uploads the runs to another project and scans them without a fault. */
async function scanWithoutFaults(services: Services, project: Project, { runs }: KnownHistory): Promise<void> {
  const access = { project, role: null, queries: services.db.in(scopeOf(project)) }
  for (const run of runs) {
    const stored = await uploadRun(services, access, { input: run, onConflict: 'repeat' })
    if (!stored.ok) throw new Error(stored.error.detail)
  }
  while ((await detectRegressions(services, { projectId: project.id, product: 'Postgres' })).left);
}

function shuffled<T>(all: readonly T[]): T[] {
  const keyed = all.map((one) => ({ one, key: Math.random() }))
  return keyed.sort((a, b) => a.key - b.key).map(({ one }) => one)
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
