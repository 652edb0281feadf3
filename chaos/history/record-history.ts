import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readAccountSettings } from '@assay/api/accounts/account-settings'
import { openServices } from '@assay/api/open-services'
import { addPerson } from '@assay/db/testing'
import { insertToken } from '@assay/testing/server/insert-token'
import { freePort } from '../../scripts/lib/postgres/free-port.ts'
import { type RestartableProcess, startRestartableProcess } from '../lib/restartable-process.ts'
import type { ClientContext } from './chaos-requests.ts'
import { chunkedRunObject } from './chunked-upload.ts'
import { makeSpec, reportObject, runObject, shareObject, specObject, storeRuns, tokenObject } from './clients.ts'
import { startDatabaseVictim } from './database-victim.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { chooseFault, FAULTS, type Victims } from './faults.ts'
import { type Operation, Recorder, UnknownOutcome } from './operation.ts'

/** Ways to break the product on purpose; the checker must detect each of them. */
export const CONTROLS = ['no-transaction', 'stale-cache', 'asynchronous-commit'] as const
export type Control = (typeof CONTROLS)[number]

export type History = {
  operations: readonly Operation[]
  faults: Record<string, number>
  kills: number
  seconds: number
}

const SECRET = 'a secret for chaos, which is no secret'
const CLIENTS = 8
/** Objects of one model that clients use at the same time; each is replaced after OPERATIONS_OF_OBJECT operations. */
const OBJECTS = 2
/** More operations would take the checker long when many outcomes are unknown. */
const OPERATIONS_OF_OBJECT = 40
const DISK_MB = 700
const PROGRESS = 1_000
const RETRY_MS = 250

/**
 * Records the responses that clients of two servers get while servers, Postgres and the connections between them fail.
 *
 * @param count minimum number of operations.
 * @param kills minimum number of killed processes; with 0 nothing fails.
 * @param everyMs average time from the end of a fault to the next one.
 * @param onProgress is called with a line of progress now and then.
 */
export async function recordHistory({
  count,
  kills,
  everyMs,
  random,
  control = null,
  onProgress = () => {},
}: {
  count: number
  kills: number
  everyMs: number
  random: () => number
  control?: Control | null
  onProgress?: (line: string) => void
}): Promise<History> {
  const began = performance.now()
  const directory = mkdtempSync(join(tmpdir(), 'assay-history-'))
  chmodSync(directory, 0o755)
  const disk = mountDisk(directory)
  const dataDir = join(disk ?? directory, 'data')
  mkdirSync(dataDir)
  const clock = join(directory, 'clock')
  const database = await startDatabaseVictim(dataDir, { asynchronous: control === 'asynchronous-commit' })
  const proxy = await startFaultProxy(database.port)
  const servers: RestartableProcess[] = []
  try {
    const { token, reviewer, owner } = await prepareProject(database.url, join(directory, 'files'))
    const proxied = new URL(database.url)
    proxied.port = String(proxy.port)
    const ports = [await freePort(), await freePort()]
    const variables = {
      DATABASE_URL: proxied.href,
      ASSAY_DATA_DIR: join(directory, 'files'),
      ASSAY_SECRET: SECRET,
      ASSAY_LIMITS: 'off',
      CHAOS_OWNER: owner,
      ...(control === null ? {} : { CHAOS_CONTROL: control }),
    }
    const preload = `--import ${join(import.meta.dirname, 'shifted-clock.mjs')}`
    for (const [at, port] of ports.entries()) {
      const shifted = at === 0 ? { NODE_OPTIONS: preload, CHAOS_CLOCK: clock } : {}
      servers.push(
        startRestartableProcess('chaos/history/history-server.ts', { ...variables, ...shifted, PORT: String(port) }),
      )
    }
    await Promise.all(servers.map((server) => server.ready()))
    const recorder = new Recorder()
    const context: ClientContext = {
      recorder,
      urls: ports.map((port) => `http://127.0.0.1:${port}`),
      token,
      reviewer,
      random,
    }
    await storeRuns(context)
    let goesOn = true
    const failing =
      kills === 0
        ? null
        : causeFaults({ servers, database, proxy, clock, disk }, { everyMs, random, goesOn: () => goesOn })
    const objects = objectPool(context)
    const isDone = () => recorder.operations.length >= count && (failing === null || failing.kills() >= kills)
    let reported = 0
    const work = async (client: number) => {
      while (!isDone()) {
        await performOne(context, objects, client)
        if (recorder.operations.length < reported + PROGRESS) continue
        reported = recorder.operations.length
        onProgress(`${reported} operations, ${failing?.kills() ?? 0} kills`)
      }
    }
    await Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(client)))
    goesOn = false
    const faults = (await failing?.ended) ?? {}
    // Each object is read once more after the last fault.
    await Promise.all(objects.all.map((object) => readOnce(context, object)))
    const seconds = (performance.now() - began) / 1000
    return { operations: recorder.operations, faults, kills: failing?.kills() ?? 0, seconds }
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await proxy.close()
    await database.stop()
    if (disk !== null) execFileSync('umount', [disk])
    rmSync(directory, { recursive: true, force: true })
  }
}

type HistoryObject =
  | ReturnType<typeof runObject | typeof tokenObject | typeof shareObject | typeof reportObject | typeof specObject>
  | Awaited<ReturnType<typeof chunkedRunObject>>
type Slot = { make: () => HistoryObject | Promise<HistoryObject>; object: HistoryObject | null; left: number }

/** Objects that clients may choose from. An object that had its operations is replaced by a new one. */
function objectPool(context: ClientContext) {
  const makers = [runObject, chunkedRunObject, tokenObject, shareObject, reportObject, () => makeSpecObject(context)]
  const slots: Slot[] = makers.flatMap((make) =>
    Array.from({ length: OBJECTS }, () => ({ make, object: null, left: 0 })),
  )
  const all: HistoryObject[] = []
  const replace = async (slot: Slot) => {
    slot.object = null
    slot.left = OPERATIONS_OF_OBJECT
    slot.object = await slot.make()
    all.push(slot.object)
  }
  return {
    all,
    choose(random: () => number): HistoryObject | null {
      const slot = slots[Math.floor(random() * slots.length)]
      if (slot === undefined) return null
      if (slot.left === 0) void replace(slot)
      if (slot.object !== null) slot.left -= 1
      return slot.object
    },
  }
}

async function makeSpecObject(context: ClientContext): Promise<HistoryObject> {
  for (;;) {
    try {
      return specObject(await makeSpec(context))
    } catch (error) {
      if (!(error instanceof UnknownOutcome)) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
}

async function performOne(
  context: ClientContext,
  objects: ReturnType<typeof objectPool>,
  client: number,
): Promise<void> {
  const object = objects.choose(context.random)
  const input = object?.choose(context.random) ?? null
  if (object === null || input === null) return void (await new Promise((resolve) => setTimeout(resolve, 5)))
  const { model, key } = object
  const output = await context.recorder.record({ model, key, client, input }, () => object.perform(context, input))
  // Clients wait before they retry an unavailable server.
  if (output === null) await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
}

async function readOnce(context: ClientContext, object: HistoryObject): Promise<void> {
  const kind = { run: 'get', token: 'use', share: 'read', report: 'read', spec: 'read' }[object.model]
  // An object whose creation had no response has no address, so creation is retried.
  for (let attempt = 0; attempt < 50; attempt++) {
    const input = object.choose(() => 0)
    if (input === null || input.kind !== kind) return
    const { model, key } = object
    const output = await context.recorder.record({ model, key, client: CLIENTS, input }, () =>
      object.perform(context, input),
    )
    if (output !== null) return
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}

function causeFaults(
  victims: Victims,
  { everyMs, random, goesOn }: { everyMs: number; random: () => number; goesOn: () => boolean },
) {
  let kills = 0
  const run = async () => {
    const counts: Record<string, number> = {}
    while (goesOn()) {
      await new Promise((resolve) => setTimeout(resolve, random() * 2 * everyMs))
      if (!goesOn()) break
      const name = chooseFault(random)
      const fault = FAULTS[name]
      await fault?.cause(victims, random)
      counts[name] = (counts[name] ?? 0) + 1
      if (fault?.isKill) kills += 1
    }
    writeFileSync(victims.clock, '0')
    return counts
  }
  return { kills: () => kills, ended: run() }
}

/** Mounts a separate file system that can be filled; null unless root. */
function mountDisk(directory: string): string | null {
  const disk = join(directory, 'disk')
  mkdirSync(disk)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=755`, 'tmpfs', disk], { stdio: 'ignore' })
    return disk
  } catch {
    return null
  }
}

async function prepareProject(
  databaseUrl: string,
  dataDir: string,
): Promise<Pick<ClientContext, 'token' | 'reviewer'> & { owner: string }> {
  const services = openServices({
    databaseUrl,
    dataDir,
    publicUrl: 'http://localhost',
    limits: 'off',
    accounts: readAccountSettings({ ASSAY_SECRET: SECRET }),
    loopbackTargets: false,
  })
  try {
    const project = await services.db.projects.ensure({
      organization: 'chaos',
      slug: 'chaos',
      name: 'chaos',
      description: '',
      visibility: 'private',
    })
    const owner = await addPerson(databaseUrl, 'olga', { organizations: { [project.organization.id]: 'owner' } })
    const addToken = async (name: string) => (await insertToken(services.db, project.id, { name })).token
    return { token: await addToken('author'), reviewer: await addToken('reviewer'), owner }
  } finally {
    await services.db.close()
  }
}
