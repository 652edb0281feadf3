import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readTrustedProxies } from '@assay/api/http/client-address'
import { ROOT } from '../lib/bootstrap/node.mjs'
import { PlainError } from '../lib/plain-error.ts'
import type { ProcessName } from '../proxy/choose-process.ts'
import { openProxy } from '../proxy/open-proxy.ts'
import { EMBEDDED } from '../serve/lower-sessions.ts'
import type { ProcessMessage } from '../serve/report-ready.ts'
import type { Lifetime } from './lifetime.ts'
import type { Settings } from './settings.ts'
import { createSocketDirectory } from './socket-directory.ts'
import { type SupervisedProcess, superviseProcess } from './supervised-process.ts'

const SERVER = join(import.meta.dirname, '../serve/serve.ts')
const WORKER = join(import.meta.dirname, '../worker/worker.ts')
const READY_TIMEOUT_MS = 60_000
/** Interval at which the process for jobs starts although none was reported. */
const WAKE_JOBS_MS = 30 * 60_000
/** Priorities below that of other requests; somebody waits for a heavy request, and nobody for a job. */
const NICE = { jobs: 5, heavy: 5 }

type Start = { lifetime: Lifetime; isDevelopment: boolean }

/**
 * Starts the processes of the product behind a proxy in this process, which owns the port, and waits until the one for
 * pages answers. Those for uploads and for heavy requests start with the first one, and that for jobs ends while there are
 * none. A process that ends is restarted, and the others continue. Development has one process for everything.
 *
 * @param databaseUrl is awaited when the processes have loaded their modules, because both take about a second.
 */
export async function serveProduct(settings: Settings, databaseUrl: Promise<string>, start: Start): Promise<void> {
  const env = environmentOf(settings, start.isDevelopment)
  const isEmbedded = settings.databaseUrl === undefined
  const later = databaseUrl.then((url) => ({ DATABASE_URL: url, ...(isEmbedded && { [EMBEDDED]: '1' }) }))
  if (start.isDevelopment) {
    const server = superviseProcess({ name: 'server', script: SERVER, args: ['--dev'], env, later })
    start.lifetime.onEnd(server.stop)
    await server.firstReady
  } else await serveBehindProxy(settings, { env, later }, start.lifetime)
  await untilReady(settings, start.lifetime.signal)
}

type Environment = { env: NodeJS.ProcessEnv; later: Promise<NodeJS.ProcessEnv> }

async function serveBehindProxy(settings: Settings, environment: Environment, lifetime: Lifetime): Promise<void> {
  const directory = createSocketDirectory()
  let jobs: SupervisedProcess | null = null
  const onMessage = ({ jobsAreDue }: ProcessMessage) => {
    if (jobsAreDue === true) jobs?.wake()
  }
  const open = (name: ProcessName, own: { onDemand?: boolean; nice?: number } = {}) => {
    const socketPath = join(directory, `${name}.sock`)
    const args = [`--role=${name}`, `--socket=${socketPath}`]
    return { socketPath, ...superviseProcess({ name, script: SERVER, args, ...environment, onMessage, ...own }) }
  }
  const pages = open('pages')
  const onDemand = [open('uploads', { onDemand: true }), open('heavy', { onDemand: true, nice: NICE.heavy })] as const
  const [uploads, heavy] = onDemand
  // The process is restarted, and its output was printed.
  for (const { firstReady } of onDemand) firstReady.catch(() => undefined)
  const running: SupervisedProcess[] = [pages, uploads, heavy]
  lifetime.onEnd(async () => {
    await Promise.all(running.map(({ stop }) => stop()))
    rmSync(directory, { recursive: true, force: true })
  })
  await pages.firstReady
  lifetime.signal.throwIfAborted()
  const { host, port, trustedProxies } = settings
  const address = { host, port, proxies: readTrustedProxies(trustedProxies) }
  const proxy = await openProxy(address, { pages, uploads, heavy }, pages.health)
  lifetime.onEnd(proxy.close)
  // Started after the pages, for which people wait.
  jobs = superviseProcess({
    name: 'jobs',
    script: WORKER,
    args: ['--role=jobs'],
    env: { ...environment.env, ...(await environment.later) },
    nice: NICE.jobs,
  })
  running.push(jobs)
  jobs.firstReady.catch(() => undefined) // The process is restarted, and its output was printed.
  // Another server may have stored runs and ended before it queued their scan.
  const waking = setInterval(jobs.wake, WAKE_JOBS_MS).unref()
  lifetime.onEnd(async () => clearInterval(waking))
}

function environmentOf(settings: Settings, isDevelopment: boolean): NodeJS.ProcessEnv {
  const { host, port, dataDir, publicUrl } = settings
  return {
    ...process.env,
    NODE_ENV: isDevelopment ? 'development' : 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    PORT: String(port),
    HOST: host,
    ASSAY_DATA_DIR: dataDir,
    ASSAY_DOCS_DIR: process.env.ASSAY_DOCS_DIR ?? join(ROOT, 'docs'),
    ...(publicUrl === undefined ? {} : { ASSAY_PUBLIC_URL: publicUrl }),
  }
}

async function untilReady({ host, port }: Settings, signal: AbortSignal): Promise<void> {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const url = `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}/api/health/ready`
  let last = 'no answer'
  for (let waitedMs = 0; waitedMs < READY_TIMEOUT_MS; waitedMs += 50) {
    signal.throwIfAborted()
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok === true) return
    if (answer !== null) last = `${answer.status} ${await answer.text()}`
    await sleep(50)
  }
  throw new PlainError(`The web server is not ready after ${READY_TIMEOUT_MS / 1000} s. ${url} says: ${last}`)
}
