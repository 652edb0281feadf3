import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { compare } from '@assay/domain/compare/compare'
import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import { noiseFloors } from '@assay/domain/compare/noise/noise-floor'
import type { PointSet } from '@assay/domain/compare/point'
import { repeatGroups } from '@assay/domain/compare/verdict/repeat-groups'
import { KNOWN_METRICS } from '@assay/domain/run/metric'
import { medianRatioInterval } from '@assay/domain/stats/median-bootstrap'
import { seededRandom } from '@assay/testing/seeded-random'
import type { Client } from 'pg'
import { type Branch, branchRun } from '../lib/branch-runs.ts'
import { connectToDatabase } from '../lib/database.ts'
import { type Pace, timeOf, watchAnswers } from '../lib/measure-responses.ts'
import type { Line } from '../lib/print-table.ts'
import { type Product, startProduct } from '../lib/product.ts'
import { quickest } from '../lib/timing.ts'
import { uploadRuns } from '../lib/upload-runs.ts'

const SIZES = [1_000, 10_000, 100_000]
const RELEASES = 3
const POLL_MS = 100
const IDLE_MS = 5_000
const INTERRUPTED_AFTER_MS = 2_000
const QUIET_MS = 1_500
const MAX_MS = 5 * 60_000

/**
 * Measures cells with very many repeats: the interval of the ratio of medians, the whole comparison of one cell, and
 * the noise estimate from its repeats, each vs a tenth of the repeats. Then a product gets a branch of `runs` runs
 * under one version, once a commit each and once all of one commit: response times are measured during the upload,
 * during the scan, and after a restart that interrupts the scan.
 */
export async function benchManyRepeats(runs: number): Promise<Line[]> {
  return [...cells(), ...(await branchOf('commits', runs)), ...(await branchOf('repeats', runs))]
}

function cells(): Line[] {
  const names = SIZES.map((size) => size.toLocaleString('en'))
  const intervals = SIZES.map((size) => {
    const [own, base] = [valuesOf(size, 1), valuesOf(size, 2)]
    return quickest(() => medianRatioInterval(own, base, 0.95))
  })
  const compared = SIZES.map((size) => {
    const set = cellOf(size)
    return quickest(() => compare(set, DEFAULT_COMPARISON))
  })
  const noise = SIZES.map((size) => {
    const { points, tests } = cellOf(size)
    return quickest(() => noiseFloors(repeatGroups(points, tests)))
  })
  const lines = (what: string, times: readonly number[], goal: string) =>
    times.map((value, i) => ({
      what: `${what}, ${names[i]} + ${names[i]} repeats`,
      value,
      unit: 'ms',
      ...(i === 0 ? { goal } : { base: times[i - 1] ?? value, baseName: 'a tenth', goal: 'about 10 or less' }),
    }))
  return [
    ...lines('interval of medians', intervals, 'under 50'),
    ...lines('one cell compared', compared, 'under 50'),
    ...lines('noise of its repeats', noise, 'under 50'),
  ]
}

/** Starts a product with such a branch, stops it before the scan is complete, and starts it again. */
async function branchOf(branch: Branch, runs: number): Promise<Line[]> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'assay-many-'))
  const start = () => startProduct({ dataDirectory, variables: { ASSAY_DEMO: '0' } })
  const about = `${runs.toLocaleString('en')} ${branch === 'commits' ? 'commits' : 'repeats'} of a version`
  try {
    const first = await start()
    let lines: Line[]
    try {
      lines = await measureUpload(first, branch, runs, about)
      await deleteFindings(first)
    } finally {
      await first.stop()
    }
    const second = await start()
    // The product is stopped in the middle of its scan, which the next start resumes.
    await setTimeout(INTERRUPTED_AFTER_MS)
    await second.stop()
    const third = await start()
    try {
      return [...lines, ...(await measureStart(third, about))]
    } finally {
      await third.stop()
    }
  } finally {
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

async function measureUpload(product: Product, branch: Branch, runs: number, about: string): Promise<Line[]> {
  await uploadRuns(product, { from: 0, count: RELEASES, clients: 1, make: (i) => branchRun('release', i, RELEASES) })
  await untilScanned(product)
  const idle = await paceWhile(product, () => setTimeout(IDLE_MS))
  let seconds = 0
  const upload = await paceWhile(product, async () => {
    seconds = await uploadRuns(product, { from: 0, count: runs, clients: 4, make: (i) => branchRun(branch, i, runs) })
  })
  const scan = await paceWhile(product, () => untilScanned(product))
  return [
    { what: `${about}: upload, 4 clients`, value: runs / seconds, unit: 'runs/s' },
    ...paceLines(`${about}, upload`, upload, idle),
    ...paceLines(`${about}, scan after it`, scan, idle),
  ]
}

async function measureStart(product: Product, about: string): Promise<Line[]> {
  let seconds = 0
  const scan = await paceWhile(product, async () => {
    seconds = await untilScanned(product)
  })
  const pages = `${product.url}/p/demo`
  return [
    { what: `${about}: start to the first 200`, value: product.startSeconds, unit: 's' },
    ...paceLines(`${about}, scan after two starts`, scan, []),
    { what: `${about}: scan of all after the start`, value: seconds, unit: 's' },
    { what: `${about}: compare page`, value: await timeOf(`${pages}/compare?rows=test&columns=version`), unit: 'ms' },
    { what: `${about}: series page`, value: await timeOf(`${pages}/series?order=time`), unit: 'ms' },
    { what: `${about}: list of runs`, value: await timeOf(`${pages}/runs`), unit: 'ms' },
    { what: `${about}: findings`, value: await timeOf(`${pages}/findings`), unit: 'ms' },
  ]
}

/** Measures response times while `work` runs. */
async function paceWhile({ url }: Product, work: () => Promise<unknown>): Promise<readonly Pace[]> {
  const answers = watchAnswers({
    health: `${url}/api/health/live`,
    'compare page': `${url}/p/demo/compare?rows=test&columns=version`,
  })
  try {
    await work()
  } catch (cause) {
    await answers.stop()
    throw cause
  }
  return answers.stop()
}

const paceLines = (during: string, paces: readonly Pace[], idle: readonly Pace[]): Line[] =>
  paces.flatMap(({ name, count, p95, slowest }, at) => {
    const before = idle[at]?.p95
    const base = before === undefined ? {} : { base: before, baseName: 'while idle' }
    return [
      { what: `${during}: ${name}, p95 of ${count}`, value: p95, unit: 'ms', ...base },
      { what: `${during}: ${name}, slowest`, value: slowest, unit: 'ms', goal: 'under 1,000' },
    ]
  })

/** Waits until everything is scanned. @returns seconds until then */
async function untilScanned(product: Product): Promise<number> {
  const client = await connectToDatabase(product)
  const began = performance.now()
  let quietSince = Number.POSITIVE_INFINITY
  try {
    while (performance.now() - quietSince < QUIET_MS) {
      if (performance.now() - began > MAX_MS) throw new Error(`the scan did not end: ${await waitingJobs(client)}`)
      const busy = await isBusy(client)
      quietSince = busy ? Number.POSITIVE_INFINITY : Math.min(quietSince, performance.now())
      await setTimeout(POLL_MS)
    }
    return (quietSince - began) / 1000
  } finally {
    await client.end()
  }
}

async function waitingJobs(client: Client): Promise<string> {
  const { rows } = await client.query('select task_identifier, attempts, run_at, last_error from graphile_worker.jobs')
  return JSON.stringify(rows)
}

async function isBusy(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ busy: boolean }>(
    `select exists (select from graphile_worker.jobs where task_identifier = 'find-changes' and attempts < max_attempts)
       or not exists (select from finding_environment) as busy`,
  )
  return rows[0]?.busy === true
}

/** Restores the state before the first scan. */
async function deleteFindings(product: Product): Promise<void> {
  const client = await connectToDatabase(product)
  for (const table of ['finding_version_pair', 'finding_environment']) await client.query(`delete from ${table}`)
  await client.end()
}

/** Results of one test of two versions, which were measured alternately, one every nine hours. */
function cellOf(repeats: number): PointSet {
  const points = ['17.0', '18.0'].flatMap((version, side) =>
    valuesOf(repeats, side + 1).map((qps, i) => ({
      runId: `run-${version}-${i}`,
      resultId: `result-${version}-${i}`,
      coordinates: { product: 'Postgres', version, hardware: 'machine-1', test: 'scan', repeat: String(i + 1) },
      values: { qps },
      startedAt: Date.UTC(2020, 0, 1) + (2 * i + side) * 9 * 3_600_000,
      facts: { commit: version, OS: 'Linux 6.8' },
    })),
  )
  const tests = [{ name: 'scan', group: null, order: 0, role: 'measured' as const, primaryMetric: 'qps' }]
  return { points, tests, metrics: KNOWN_METRICS }
}

/** Values around 1000 with a spread of 2%. */
function valuesOf(count: number, seed: number): number[] {
  const uniform = seededRandom(seed)
  return Array.from({ length: count }, () => 1000 * (0.94 + 0.03 * (uniform() + uniform() + uniform() + uniform())))
}
