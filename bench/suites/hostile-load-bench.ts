import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { createToken, hashToken } from '@assay/api/access/token'
import { sampleCpu } from '../lib/cpu-by-process.ts'
import { connectToDatabase } from '../lib/database.ts'
import { lagText, recordEventLoops } from '../lib/event-loop-lag.ts'
import { type Attack, makeAttacks } from '../lib/hostile-attacks.ts'
import { countFaults, type SentByAttack, sendHostile, sendToNobody } from '../lib/hostile-senders.ts'
import { openVictim } from '../lib/open-victim.ts'
import { type Line, printRows } from '../lib/print-table.ts'
import { type Product, startProduct } from '../lib/product.ts'
import { holdSlowClients } from '../lib/slow-clients.ts'
import { percentile } from '../lib/timing.ts'
import { uploadRuns } from '../lib/upload-runs.ts'
import type { Sample, Times } from '../lib/victim-process.ts'

const RUNS = 400
const SLOW_CLIENTS = 'slow clients'
const LOOPS = ['proxy', 'pages', 'uploads', 'heavy'] as const
const KINDS = ['compare', 'upload', 'health'] as const
/** The processes write their delays every half second. */
const SETTLE_MS = 1_000
/** Printed requests of each kind. */
const SLOWEST = 10

/**
 * Measures comparisons, uploads and health checks of one tenant, alone and while an anonymous address and another
 * tenant send the worst known requests, as fast as the default limits allow, and other addresses send and read slowly.
 * A third phase sends as many requests to a server without work, which shows the delay by the senders themselves, because
 * they run on the same machine.
 *
 * @param seconds length of each phase.
 * @param only parts of the names of attacks; the attacks with these names are then run one after another, and the
 *   longest delay and work of the event loop of each process are printed. All attacks run at once when it is empty.
 */
export async function benchHostileLoad(seconds: number, only: readonly string[]): Promise<Line[]> {
  const loops = recordEventLoops()
  const product = await startProduct({
    variables: { ASSAY_LIMITS: '', ASSAY_TRUSTED_PROXIES: '127.0.0.1 ::1', ...(only.length > 0 && loops.variables) },
  })
  try {
    await uploadRuns(product, { from: 0, count: RUNS, clients: 2 })
    const attacks = makeAttacks(await addTenant(product))
    const victim = openVictim(product, RUNS)
    try {
      await victim.during(setTimeout(3_000))
      const quiet = await victim.during(setTimeout(seconds * 1_000))
      if (only.length === 0) return await measureTogether(product, { victim, quiet, attacks, seconds })
      return await measureOneByOne(product, {
        ...{ victim, quiet, seconds, loops },
        attacks: attacks.filter(({ name }) => only.some((part) => name.includes(part))),
        withSlowClients: only.some((part) => SLOW_CLIENTS.includes(part)),
      })
    } finally {
      await victim.end()
    }
  } finally {
    await product.stop()
    loops.end()
  }
}

type Measured = { victim: ReturnType<typeof openVictim>; quiet: Times; attacks: readonly Attack[]; seconds: number }

async function measureTogether(product: Product, { victim, quiet, attacks, seconds }: Measured): Promise<Line[]> {
  const memory = watchMemory(product)
  const cpu = sampleCpu(
    product,
    new Map([
      [process.pid, 'attackers'],
      [victim.pid, 'tenant'],
    ]),
  )
  const sent: SentByAttack = new Map()
  const began = Date.now()
  const until = performance.now() + seconds * 1_000
  const hostile = attacks.flatMap((attack) => sendHostile(product.url, attack, until, sent))
  const loaded = await victim.during(Promise.all([...hostile, ...holdSlowClients(product, until)]))
  cpu.stop()
  const peak = memory.stop()
  const control = await victim.during(sendToNobody(attacks, sent, seconds))
  console.log('answers to hostile requests by status:')
  for (const [name, { statuses }] of sent) console.log(`  ${name}: ${JSON.stringify(statuses)}`)
  printSlowest(loaded, began, cpu.at)
  return [
    ...KINDS.flatMap((kind) => slowdown(kind, quiet[kind], { loaded: loaded[kind], control: control[kind] })),
    { what: 'hostile-load: answers with 5xx', value: countFaults(sent) + victim.faults(), unit: 'answers', goal: '0' },
    { what: 'hostile-load: peak memory of the product', ...peak, unit: 'MB', baseName: 'before' },
  ]
}

/** Prints when the slowest requests of the tenant began, and which processes used the CPU then, in shares of a core. */
function printSlowest(loaded: Times, began: number, cpuAt: (time: number) => string): void {
  const rows = KINDS.flatMap((kind) =>
    loaded[kind]
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, SLOWEST)
      .map(({ at, ms }) => [kind, ms.toFixed(0), ((at - began) / 1_000).toFixed(1), cpuAt(at)]),
  )
  printRows([['slowest', 'ms', 'began after s', 'CPU at the beginning'], ...rows])
}

async function measureOneByOne(
  product: Product,
  { victim, quiet, attacks, seconds, loops, withSlowClients }: OneByOne,
): Promise<Line[]> {
  const rows = [['none', '', ...timesText(quiet), ...LOOPS.map(() => '')]]
  const measure = async (name: string, start: (until: number, sent: SentByAttack) => Promise<void>[]) => {
    const sent: SentByAttack = new Map()
    const began = Date.now()
    const loaded = await victim.during(Promise.all(start(performance.now() + seconds * 1_000, sent)))
    const ended = Date.now()
    await setTimeout(SETTLE_MS)
    const lag = loops.longest(began, ended + SETTLE_MS)
    const counts = JSON.stringify(sent.get(name)?.statuses ?? {})
    rows.push([name, counts, ...timesText(loaded), ...LOOPS.map((loop) => lagText(lag[loop]))])
    console.log(rows.at(-1)?.join(' | '))
  }
  for (const attack of attacks) {
    await measure(attack.name, (until, sent) => sendHostile(product.url, attack, until, sent))
  }
  if (withSlowClients) await measure(SLOW_CLIENTS, (until) => holdSlowClients(product, until))
  printRows([['attack', 'answers', ...ONE_BY_ONE_HEAD, ...LOOPS.map((loop) => `${loop} delay (work)`)], ...rows])
  return []
}

type OneByOne = Measured & { loops: ReturnType<typeof recordEventLoops>; withSlowClients: boolean }

const ONE_BY_ONE_HEAD = KINDS.flatMap((kind) => [`${kind} p50`, `${kind} p99`])

const timesText = (times: Times): string[] =>
  KINDS.flatMap((kind) => [0.5, 0.99].map((share) => percentile(times[kind].map(duration), share).toFixed(1)))

const duration = ({ ms }: Sample): number => ms

function slowdown(
  kind: (typeof KINDS)[number],
  quiet: readonly Sample[],
  { loaded, control }: { loaded: readonly Sample[]; control: readonly Sample[] },
): Line[] {
  const line = (caller: string, times: readonly Sample[], share: number, goal?: string): Line => ({
    what: `hostile-load: p${share * 100} of ${kind} of another tenant${caller} (${times.length} of them)`,
    value: percentile(times.map(duration), share),
    unit: 'ms',
    base: percentile(quiet.map(duration), share),
    baseName: `alone (${quiet.length})`,
    ...(goal === undefined ? {} : { goal }),
  })
  return [
    line('', loaded, 0.5),
    line('', loaded, 0.99, 'at most 2'),
    line(', senders only', control, 0.5),
    line(', senders only', control, 0.99),
  ]
}

/** Adds an organization with a project, and returns a token of it. */
async function addTenant(product: Product): Promise<string> {
  const token = createToken('service')
  const client = await connectToDatabase(product)
  const [organization, project] = [randomUUID(), randomUUID()]
  await client.query(`insert into organization (id, slug, name) values ($1, 'hostile', 'Hostile')`, [organization])
  await client.query(
    `insert into project (id, organization_id, slug, name, description, visibility) values ($1, $2, 'hostile', 'Hostile', '', 'private')`,
    [project, organization],
  )
  await client.query(
    `insert into api_token (project_id, id, name, token_sha256, prefix, last_four, scopes)
     values ($1, $2, 'hostile', $3, 'assay_service', $4, '{read,upload,write}')`,
    [project, randomUUID(), hashToken(token), token.slice(-4)],
  )
  await client.end()
  return token
}

/** Measures resident memory of the processes of the product every half second; Postgres is excluded. */
function watchMemory({ dataDirectory }: Product) {
  const processes = () => readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && isOf(pid, dataDirectory))
  const megabytes = () => processes().reduce((sum, pid) => sum + residentKilobytes(pid), 0) / 1_024
  const base = megabytes()
  let value = base
  const timer = setInterval(() => {
    value = Math.max(value, megabytes())
  }, 500)
  return {
    stop() {
      clearInterval(timer)
      return { value, base }
    },
  }
}

function isOf(pid: string, dataDirectory: string): boolean {
  try {
    const isNode = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('node')
    return isNode && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`ASSAY_DATA_DIR=${dataDirectory}\0`)
  } catch {
    return false // The process has ended, or belongs to another user.
  }
}

function residentKilobytes(pid: string): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
