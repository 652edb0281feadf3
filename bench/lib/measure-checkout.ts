// node bench/lib/measure-checkout.ts CHECKOUT PART RUNS PROFILE: prints as JSON the CPU milliseconds (user and system) of
// this process for one part of the work of a server of that checkout. bench/compare-commits.ts runs it.

import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { UploadDocument } from '@assay/domain/run/upload-document'

/** The test server of a checkout, as far as this file uses it; older checkouts have the same functions. */
type Server = {
  services: unknown
  db: { projects: { list(): Promise<{ id: string; slug: string }[]> } }
  addProject(slug: string): Promise<{ token: string }>
  send(path: string, init: RequestInit): Promise<Response>
  stop(): Promise<void>
}
type Scan = (services: unknown, product: { projectId: string; product: string }, maxMs: number) => Promise<unknown>

/** Documents to upload, which are equal for both checkouts. */
export type Runs = { generated: UploadDocument[]; noisy: UploadDocument[] }

/** Uploads before the measured ones, until V8 has optimized the code: with 130 of them its compiler is measured too. */
const WARM_UPLOADS = 1000
const COMPARED_RUNS = 130
const WARM_COMPARISONS = 30
const COMPARISONS = 60
const PROJECTS = 10
/** Projects before the ones whose scans are reported as warm. */
const WARM_PROJECTS = 4
const NO_LIMIT_MS = 600_000

const [checkout = '', part = '', runsFile = '', profileFile = ''] = process.argv.slice(2)
const runs: Runs = JSON.parse(readFileSync(runsFile, 'utf8'))
const results: Record<string, number> = {}

const first = (...paths: string[]): string => {
  const found = paths.map((path) => join(checkout, path)).find(existsSync)
  if (found === undefined) throw new Error(`${checkout} has none of ${paths.join(', ')}. Pass a checkout of Assay.`)
  return found
}
// Modules of another checkout have no types here.
const { withTestPostgres }: { withTestPostgres: (work: () => Promise<void>) => Promise<void> } = await import(
  first('bench/lib/test-postgres.ts')
)
const { startTestServer }: { startTestServer: () => Promise<Server> } = await import(
  first('packages/testing/src/server/test-server.ts', 'packages/api/src/testing/test-server.ts')
)
const scanModule: { detectRegressions?: Scan; findChanges?: Scan } = await import(
  first('packages/api/src/findings/detect-regressions.ts')
)

await withTestPostgres(async () => {
  const server = await startTestServer()
  if (part === 'scan') await measureScans(server)
  else await measureRequests(server)
  await server.stop()
})
console.log(JSON.stringify(results))
process.exit(0)

async function measureRequests(server: Server): Promise<void> {
  const { token } = await server.addProject('demo')
  const uploads: number[] = []
  for (const [index, run] of runs.generated.slice(0, part === 'ingest' ? undefined : COMPARED_RUNS).entries()) {
    if (index === WARM_UPLOADS) collectGarbage()
    uploads.push(await cpu(() => upload(server, token, run)))
  }
  if (part === 'ingest') results['upload of 600 values'] = mean(uploads.slice(WARM_UPLOADS))
  else {
    for (const [name, columns] of [
      ['versions', 'version'],
      ['versions, configs and machines', 'version,config,hardware'],
    ] as const) {
      const query = new URLSearchParams({ rows: 'test', columns, base: 'first-column', format: 'json' })
      const times: number[] = []
      for (let i = 0; i < WARM_COMPARISONS + COMPARISONS; i += 1) {
        times.push(await cpu(() => request(server, `/api/v1/projects/demo/compare?${query}`, token)))
      }
      results[`comparison of all ${name}`] = mean(times.slice(WARM_COMPARISONS))
    }
  }
}

/** Measures the first scans of projects with the same runs, one after another in this process. */
async function measureScans(server: Server): Promise<void> {
  const scan = scanModule.detectRegressions ?? scanModule.findChanges
  const scans: number[] = []
  const product = runs.noisy[0]?.product ?? ''
  for (let i = 0; i < PROJECTS; i += 1) {
    const slug = `project-${i}`
    const { token } = await server.addProject(slug)
    for (const run of runs.noisy) await upload(server, token, run)
    const projectId = (await server.db.projects.list()).find((project) => project.slug === slug)?.id ?? ''
    const stopProfile = i === 0 && profileFile !== '' ? await startProfile() : null
    scans.push(await cpu(async () => void (await scan?.(server.services, { projectId, product }, NO_LIMIT_MS))))
    await stopProfile?.()
  }
  results['scan of a project by a new process'] = scans[0] ?? 0
  results['scan of a project by a warm process'] = mean(scans.slice(WARM_PROJECTS))
}

function upload(server: Server, token: string, run: UploadDocument): Promise<void> {
  return request(server, `/api/v1/runs/${randomUUID()}`, token, { method: 'PUT', body: JSON.stringify(run) })
}

async function request(server: Server, path: string, token: string, init: RequestInit = {}): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await server.send(path, { ...init, headers })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${text.slice(0, 500)}`)
}

async function cpu(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

async function startProfile(): Promise<() => Promise<void>> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: 200 })
  await session.post('Profiler.start')
  return async () => {
    const { profile } = await session.post('Profiler.stop')
    writeFileSync(profileFile, JSON.stringify(profile))
    session.disconnect()
  }
}

/**
 * Collects the garbage of the start and of the first uploads. Otherwise a full collection, whose time depends on the size
 * of all loaded code, happens during the measured uploads of one checkout and before those of the other.
 */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

/** The mean contains the garbage collection, which a median of single requests would leave out. */
function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
