import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readAccountSettings } from '@assay/api/accounts/account-settings'
import { openServices } from '@assay/api/open-services'
import { createTestDatabase } from '@assay/db/testing'
import { freePort } from '../scripts/lib/postgres/free-port.ts'
import { allowedCommand, FORBIDDEN, type Journal, readJournal } from './lib/allowed-command.ts'
import { countAttempts, offerForbidden, withoutFencing } from './lib/attempts-in-database.ts'
import { addProject, addToken } from './lib/chaos-project.ts'
import { RequestClient } from './lib/request-client.ts'
import { type RestartableProcess, startRestartableProcess } from './lib/restartable-process.ts'

const SECRET = 'a secret for chaos, which is no secret'
const RUNNERS = 3
/** More requests are stored only when fewer than these wait or are executed, so that a drill can end at a time. */
const MAX_OPEN = 60
/** After this many new requests the number of open ones is read again. */
const AT_ONCE = 20
/** Interval, in requests, of a lease by a runner that goes silent and reports after others have taken over. */
const SILENT_EVERY = 25
/** Interval, in requests, of a value that the allow-list does not allow. */
const HOSTILE_EVERY = 20
const TIMEOUT_MS = 60 * 60_000
/** Share of the kills that wait until the process has started. */
const STARTED_SHARE = 0.8
const MAX_START_MS = 30_000

/** Counts of one drill; those of faults are all zero when nothing went wrong. */
export type RequestedRuns = {
  requests: number
  kills: number
  seconds: number
  attempts: number
  /** Attempts that were killed, stay visible and were followed by another one. */
  lostAttempts: number
  lateReports: number
  /** Requests without an accepted result. */
  unfinished: number
  /** Requests with more than one accepted result, by the rows, and by the answers that late reports got. */
  acceptedTwice: number
  lateAccepted: number
  /** Runs of accepted results that are not stored. */
  runsMissing: number
  /** Accepted results without a run, of requests that are allowed. */
  withoutRun: number
  /** Executions of what the allow-list does not allow, and hostile requests that were not refused. */
  forbidden: number
  notRefused: number
  /** Processes of commands that still ran at the end. */
  orphans: number
}

/**
 * Requests runs from servers, while servers, workers and runners are killed at random. Needs the database server of
 * `withTestPostgres`, or of the tests.
 *
 * @param runners number of runners, each a process.
 * @param minutes after which no more is requested: what was requested by then is finished and counted.
 * @param fencing false removes the check of fencing tokens from the product, as a control: the drill must find that.
 */
export async function killRunners({
  count,
  everyMs,
  runners = RUNNERS,
  minutes = 600,
  fencing = true,
  log = () => undefined,
}: {
  count: number
  everyMs: number
  runners?: number
  minutes?: number
  fencing?: boolean
  log?: (text: string) => void
}): Promise<RequestedRuns> {
  const began = performance.now()
  const database = await createTestDatabase()
  const directory = await mkdtemp(join(tmpdir(), 'assay-requested-'))
  const services = openServices({
    ...{ databaseUrl: database.url, dataDir: join(directory, 'data'), publicUrl: 'http://localhost', limits: 'off' },
    accounts: readAccountSettings({ ASSAY_SECRET: SECRET }),
  })
  const victims: RestartableProcess[] = []
  let isKilling = true
  let killing: Promise<number> = Promise.resolve(0)
  try {
    await mkdir(join(directory, 'data'), { recursive: true })
    const project = await addProject(services, 'chaos')
    const token = await addToken(services, project)
    await services.db.jobs.prepare()
    if (!fencing) await withoutFencing(database.url)
    const ports = [await freePort(), await freePort()]
    const variables = {
      ...{ DATABASE_URL: database.url, ASSAY_DATA_DIR: join(directory, 'data'), ASSAY_SECRET: SECRET },
      ...{ ASSAY_LIMITS: 'off', ...(fencing ? {} : { CHAOS_NO_FENCING: '1' }) },
    }
    for (const port of ports) {
      victims.push(startRestartableProcess('chaos/lib/chaos-server.ts', { ...variables, PORT: String(port) }))
    }
    victims.push(startRestartableProcess('scripts/worker/worker.ts', variables))
    const urls = ports.map((port) => `http://127.0.0.1:${port}`)
    const client = new RequestClient(urls, token, 'chaos/chaos')
    const journal = await allowedCommand(directory)
    for (let at = 0; at < runners; at++) {
      const of = { ASSAY_URL: urls[at % urls.length] ?? '', ASSAY_TOKEN: token, ASSAY_PROJECT: 'chaos/chaos' }
      const state = ['--name', `runner-${at}`, '--state-dir', join(directory, `runner-${at}`)]
      const own = { ...of, ASSAY_SPOOL_DIR: join(directory, `spool-${at}`), ASSAY_DATA_DIR: directory }
      victims.push(startRestartableProcess('apps/cli/src/main.ts', own, ['runner', journal.allowList, ...state]))
    }
    await client.untilRegistered(runners)
    killing = killAtRandom(victims, { everyMs, goesOn: () => isKilling, answers: () => client.answers })

    const until = Date.now() + minutes * 60_000
    const { requests, late } = await request(client, { count, until, databaseUrl: database.url, log })
    await client.untilOpen(0, database.url, TIMEOUT_MS)
    const lateAccepted = await reportLate(client, late)
    isKilling = false
    const kills = await killing
    await Promise.all(victims.map((victim) => victim.stop()))
    const orphans = await journal.endLeftOver()
    return {
      ...{
        requests,
        kills,
        seconds: (performance.now() - began) / 1_000,
        lateReports: late.length,
        lateAccepted,
      },
      ...(await countAttempts(database.url, requests)),
      ...(await judge(journal)),
      orphans,
    }
  } finally {
    isKilling = false
    await killing
    await Promise.all(victims.map((victim) => victim.stop()))
    await services.events.stop()
    await services.db.close()
    await database.drop()
    await rm(directory, { recursive: true, force: true })
  }
}

type Late = { attemptId: string; fencingToken: number }

type Requested = { requests: number; late: Late[] }

/** Stores requests, hostile ones among them. @returns their number, and the leases of a runner that went silent. */
async function request(
  client: RequestClient,
  {
    count,
    until,
    databaseUrl,
    log,
  }: { count: number; until: number; databaseUrl: string; log: (text: string) => void },
): Promise<Requested> {
  const late: Late[] = []
  let number = 0
  for (; number < count && Date.now() < until; number++) {
    if (number % AT_ONCE === 0) {
      await client.untilOpen(MAX_OPEN - AT_ONCE, databaseUrl, TIMEOUT_MS)
      log(`${number} requests are stored`)
    }
    const hostile = number % HOSTILE_EVERY === HOSTILE_EVERY - 1
    const isUnknown = hostile && number % (2 * HOSTILE_EVERY) > HOSTILE_EVERY
    if (isUnknown) await offerForbidden(databaseUrl)
    const body = {
      command: isUnknown ? FORBIDDEN : 'measure',
      parameters: isUnknown ? {} : { number: hostile ? `${number}; touch owned` : String(number) },
      ...{ maxAttempts: 1000, idempotencyKey: `request ${number}` },
    }
    if (number % SILENT_EVERY === 1) late.push(...(await client.leaseAndGoSilent(body, databaseUrl)))
    else await client.request(body)
  }
  return { requests: number, late }
}

/** Reports the results of the silent runner, after all requests have one. @returns the number that was accepted. */
async function reportLate(client: RequestClient, late: readonly Late[]): Promise<number> {
  let accepted = 0
  for (const lease of late) if (await client.report(lease)) accepted++
  return accepted
}

async function judge(journal: Journal): Promise<{ forbidden: number }> {
  const executed = await readJournal(journal)
  return { forbidden: executed.filter((line) => !/^measure [0-9]+$/.test(line)).length }
}

/**
 * Kills one process after the other. Most are killed when they have started and something was answered since the last
 * kill, because on a busy machine a start takes longer than the time between kills; some are killed during their start.
 *
 * @returns the number of kills
 */
async function killAtRandom(
  victims: readonly RestartableProcess[],
  { everyMs, goesOn, answers }: { everyMs: number; goesOn: () => boolean; answers: () => number },
): Promise<number> {
  let [kills, before] = [0, 0]
  while (goesOn()) {
    await pause(Math.random() * 2 * everyMs)
    if (answers() === before) continue
    before = answers()
    const victim = victims[Math.floor(Math.random() * victims.length)]
    if (victim === undefined || !goesOn()) break
    if (Math.random() < STARTED_SHARE) await Promise.race([victim.ready().catch(() => undefined), pause(MAX_START_MS)])
    await victim.kill()
    kills += 1
    await pause((Math.random() * everyMs) / 4)
    victim.start()
  }
  return kills
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
