// npm run demo:experiment: a search for better settings of an embedded Postgres on this machine, in a few minutes. It uses
// the Assay at ASSAY_URL (http://localhost:3000), starts one when none answers, and prints the address of the page.

import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { freePort } from '../../scripts/lib/postgres/free-port.ts'
import { BASE_SETTINGS, PROPOSALS, type Proposal } from './proposals.ts'
import { TunedPostgres } from './tuned-postgres.ts'

const ROOT = join(import.meta.dirname, '../..')
const CLI = join(ROOT, 'bin/assay.mjs')
const LOAD = join(import.meta.dirname, 'tpcb-load.ts')
const LOAD_SECONDS = '2'
const MAX_ROUNDS = 12
const PROJECT = 'demo'
/** An account of every Unix that owns no files. */
const SEPARATE_USER = 'nobody'

const serverUrl = process.env.ASSAY_URL ?? 'http://localhost:3000'
const dataDir = process.env.ASSAY_DATA_DIR ?? join(ROOT, '.data')
const Decision = z.looseObject({ decision: z.string().optional() })

if (!(await answers())) await startAssay()
const work = mkdtempSync(join(tmpdir(), 'assay-experiment-'))
const postgres = await TunedPostgres.start(join(work, 'postgres'), await freePort())
async function search(): Promise<void> {
  const slug = `postgres-settings-${new Date().toISOString().slice(0, 16).replace(/\D/g, '')}`
  const key = join(work, 'runner-key')
  assay('experiment', 'key', key, '--register', `demo ${slug}`, '--project', PROJECT)
  await send('POST', '/experiments', experimentOf(slug))
  const separation = canSeparate() ? ['--as-user', SEPARATE_USER] : []
  if (separation.length === 0) {
    console.log(
      'Runs will be unattested, because only root can start the load as another user. None becomes the best so far.',
    )
  }
  const measure = async (candidate: number, settings: Proposal['settings'], load: readonly string[] = []) => {
    await postgres.restart(settings)
    const flags = ['--experiment', slug, '--candidate', String(candidate), '--key', key, ...separation]
    const facts = ['--workload', 'accounts and report, scale 2', '--hardware', 'demo']
    const command = [process.execPath, LOAD, LOAD_SECONDS, ...load]
    assay(
      'exec',
      '--project',
      PROJECT,
      '--no-raw',
      '--dir',
      mkdtempSync(join(work, 'run-')),
      ...facts,
      ...flags,
      '--',
      ...command,
    )
    if (candidate === 0) return 'base'
    const at = `/experiments/${slug}/candidates/${candidate}/decision`
    return Decision.parse(await send('GET', at)).decision ?? 'measure more'
  }
  for (let repeat = 0; repeat < 3; repeat += 1) await measure(0, BASE_SETTINGS)
  let best = { number: 0, settings: BASE_SETTINGS }
  for (const proposal of PROPOSALS) {
    const settings = { ...best.settings, ...proposal.settings }
    const diff = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
    const body = { description: proposal.description, parents: [best.number], diff: diff.join('\n') }
    const { number } = z
      .looseObject({ number: z.int() })
      .parse(await send('POST', `/experiments/${slug}/candidates`, body))
    let decision = 'measure more'
    for (let round = 0; round < MAX_ROUNDS && decision === 'measure more'; round += 1) {
      decision = await measure(number, settings, proposal.load)
      if (decision === 'measure more') await measure(0, BASE_SETTINGS)
    }
    console.log(`candidate ${number}, ${proposal.description}: ${decision}`)
    if (decision === 'keep') best = { number, settings }
  }
  await send('POST', `/experiments/${slug}/end`, {})
  console.log(
    `\n${assay('experiment', 'show', slug, '--project', PROJECT)}\n${serverUrl}/o/assay/p/demo/experiments/${slug}`,
  )
}

const experimentOf = (slug: string) => ({
  ...{ slug, title: `Settings of PostgreSQL on this machine, ${new Date().toISOString().slice(0, 10)}` },
  description: 'Which settings help short transactions and a report that sorts, without less durability?',
  base: 'PostgreSQL with a work_mem of 256 kB',
  ...{ hardware: 'demo', benchmark: 'pgbench', workloads: ['accounts and report, scale 2'] },
  ...{ minImprovement: 0.05, maxRepeats: 12, budgetHours: 0.5, paretoMetrics: ['latency_ms_avg'] },
})

/** Runs the CLI; its messages are shown, and its standard output is returned. */
function assay(...args: string[]): string {
  const environment = {
    ...process.env,
    ASSAY_URL: serverUrl,
    ASSAY_DATA_DIR: dataDir,
    LOAD_URL: postgres.url,
    ASSAY_SERVER: postgres.url,
  }
  const ran = spawnSync(process.execPath, [CLI, ...args], { env: environment, encoding: 'utf8' })
  if (ran.status !== 0) throw new Error(`assay ${args[0]} failed: ${ran.stderr}${ran.stdout}`)
  return ran.stdout
}

async function send(method: string, path: string, body?: unknown): Promise<unknown> {
  const token = readFileSync(join(dataDir, 'token'), 'utf8').trim()
  const answer = await fetch(`${serverUrl}/api/v1/projects/demo${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** True if this process can start the load as another user, who can read this checkout. */
function canSeparate(): boolean {
  if (process.getuid?.() !== 0) return false
  const passwd = readFileSync('/etc/passwd', 'utf8').split('\n')
  const [, , uid, gid] = passwd.find((line) => line.startsWith(`${SEPARATE_USER}:`))?.split(':') ?? []
  if (uid === undefined) return false
  const tried = spawnSync(process.execPath, ['--check', LOAD], { uid: Number(uid), gid: Number(gid) })
  return tried.status === 0
}

async function answers(): Promise<boolean> {
  try {
    return (await fetch(`${serverUrl}/api/health/ready`)).ok
  } catch {
    return false
  }
}

async function startAssay(): Promise<void> {
  console.log(`Starting Assay at ${serverUrl}; the first start builds its pages.`)
  const environment = { ...process.env, PORT: new URL(serverUrl).port, ASSAY_DATA_DIR: dataDir }
  spawn('npm', ['start'], { cwd: ROOT, env: environment, stdio: ['ignore', 'ignore', 'inherit'] })
  while (!(await answers())) await sleep(1_000)
}

try {
  await search()
} finally {
  await postgres.stop()
}
