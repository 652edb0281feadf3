import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { compare } from '@assay/domain/compare/compare'
import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import type { PointSet } from '@assay/domain/compare/point'
import { KNOWN_METRICS } from '@assay/domain/run/metric'
import { medianRatioInterval } from '@assay/domain/stats/median-bootstrap'
import { noiseFloors } from '@assay/domain/verdict/noise-floor'
import { repeatGroups } from '@assay/domain/verdict/repeat-groups'
import type { Client } from 'pg'
import { type Branch, branchRun } from '../lib/branch-runs.ts'
import { connectBeside } from '../lib/database.ts'
import type { Line } from '../lib/print-table.ts'
import { type Product, startProduct } from '../lib/product.ts'
import { quickest } from '../lib/timing.ts'
import { uploadRuns } from '../lib/upload-runs.ts'

const SIZES = [1_000, 10_000, 100_000]
const RELEASES = 3
const POLL_MS = 20
const QUIET_MS = 1_500
const MAX_MS = 5 * 60_000

/**
 * Cells with very many repeats: the interval of the ratio of medians, the whole comparison of one cell, and the noise
 * that its repeats show, each vs a tenth of the repeats; then a product whose database holds a branch with `runs` results under one version, which is
 * started on it with no finding stored: how long its first answers take while it scans.
 */
export async function benchManyRepeats(runs: number): Promise<Line[]> {
  return [...cells(), ...(await startOn('commits', runs)), ...(await startOn('repeats', runs))]
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

/** A product on the database of such a branch, stopped, its findings deleted, and started again. */
async function startOn(branch: Branch, runs: number): Promise<Line[]> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'assay-many-'))
  const start = () => startProduct({ dataDirectory, variables: { ASSAY_DEMO: '0' } })
  try {
    const first = await start()
    try {
      await uploadRuns(first, { from: 0, count: RELEASES, clients: 1, make: (i) => branchRun('release', i, RELEASES) })
      await uploadRuns(first, { from: 0, count: runs, clients: 4, make: (i) => branchRun(branch, i, runs) })
      await forgetFindings(first)
    } finally {
      await first.stop()
    }
    const again = await start()
    try {
      return await measureStart(
        again,
        `${runs.toLocaleString('en')} ${branch === 'commits' ? 'commits' : 'repeats'} of a version`,
      )
    } finally {
      await again.stop()
    }
  } finally {
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

async function measureStart(product: Product, about: string): Promise<Line[]> {
  const scan = await answersDuringScan(product)
  const pages = `${product.url}/p/demo`
  return [
    { what: `${about}: start to the first 200`, value: product.startSeconds, unit: 's' },
    { what: `${about}: slowest answer during the scan`, value: scan.slowest, unit: 'ms', goal: 'under 1,000' },
    { what: `${about}: scan of all after the start`, value: scan.seconds, unit: 's' },
    { what: `${about}: compare page`, value: await timeOf(`${pages}/compare?rows=test&columns=version`), unit: 'ms' },
    { what: `${about}: series page`, value: await timeOf(`${pages}/series?order=time`), unit: 'ms' },
    { what: `${about}: list of runs`, value: await timeOf(`${pages}/runs`), unit: 'ms' },
  ]
}

/** Asks again and again whether the product lives, until its scan is done. */
async function answersDuringScan(product: Product): Promise<{ seconds: number; slowest: number }> {
  const client = await connectBeside(product)
  try {
    return await untilScanned(product, client)
  } finally {
    await client.end()
  }
}

async function untilScanned(product: Product, client: Client): Promise<{ seconds: number; slowest: number }> {
  const began = performance.now()
  let [quietSince, slowest] = [Number.POSITIVE_INFINITY, 0]
  while (performance.now() - quietSince < QUIET_MS) {
    if (performance.now() - began > MAX_MS) throw new Error(`the scan did not end: ${await waitingJobs(client)}`)
    slowest = Math.max(slowest, await timeOf(`${product.url}/api/health/live`))
    const busy = await isBusy(client)
    quietSince = busy ? Number.POSITIVE_INFINITY : Math.min(quietSince, performance.now())
    await setTimeout(POLL_MS)
  }
  return { seconds: (quietSince - began) / 1000, slowest }
}

async function waitingJobs(client: Client): Promise<string> {
  const { rows } = await client.query('select task_identifier, attempts, run_at, last_error from graphile_worker.jobs')
  return JSON.stringify(rows)
}

async function isBusy(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ busy: boolean }>(
    `select exists (select from graphile_worker.jobs where task_identifier = 'find-changes' and attempts < max_attempts)
       or not exists (select from finding_place) as busy`,
  )
  return rows[0]?.busy === true
}

/** As if the product was stopped before its first scan. */
async function forgetFindings(product: Product): Promise<void> {
  const client = await connectBeside(product)
  for (const table of ['finding_part', 'finding_place']) await client.query(`delete from ${table}`)
  await client.end()
}

/** Milliseconds to the end of an answer, which must be a 200. */
async function timeOf(url: string): Promise<number> {
  const began = performance.now()
  const answer = await fetch(url)
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${url} was answered ${answer.status}`)
  return performance.now() - began
}

/** Results of one test of two versions, which were measured in turn, one each nine hours. */
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

/** Values around 1000 with a spread of 2%, from a generator of Park and Miller. */
function valuesOf(count: number, seed: number): number[] {
  let state = seed * 7_919
  const uniform = () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  return Array.from({ length: count }, () => 1000 * (0.94 + 0.03 * (uniform() + uniform() + uniform() + uniform())))
}
