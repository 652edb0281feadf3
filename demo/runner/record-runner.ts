// node demo/runner/record-runner.ts NAME: lets `assay runner` execute plans and requests on this machine, one of them with a
// runner that is killed, and records its history in demo/runners and the output of all runs in demo/raw. It uses the Assay
// at ASSAY_URL, whose demo project must have no runner yet, and the directory /var/lib/assay-runner.

import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { RunPlan } from '@assay/domain/run-plans/run-plan'
import { Runner, RunRequest } from '@assay/domain/run-requests/run-request'
import { z } from 'zod'
import { freePort } from '../../scripts/lib/postgres/free-port.ts'
import { AssayClient, PROJECT } from '../experiment/assay-client.ts'
import { TunedPostgres } from '../experiment/tuned-postgres.ts'
import type { RunnerHistory } from './recorded-runner.ts'

const ROOT = join(import.meta.dirname, '../..')
const MACHINE = 'vm4'
const COMMAND = 'open-accounts'
const SCRIPT = `${COMMAND}.sql`
/** A directory that the output of runs may name. */
const STATE_DIR = '/var/lib/assay-runner'
const POLL_MS = 1_000
/** Counters and samples are left out, as in the other sets of this machine. */
const filter = (path: string) => !/\.(csv|vmstat\.txt|iostat\.txt)$/.test(path)

const [name = 'nov26.runner.vm4'] = process.argv.slice(2)
const assay = new AssayClient()
const work = mkdtempSync(join(tmpdir(), 'assay-runner-'))

const Listed = z.object({ requests: z.array(RunRequest) })
const Runners = z.object({ runners: z.array(Runner) })
const Plans = z.object({ plans: z.array(RunPlan) })

await assay.start()
const postgres = await TunedPostgres.start(join(work, 'postgres'), await freePort())
const allowList = writeAllowList()
let runner = startRunner()
try {
  await execute()
  await record()
} finally {
  runner.kill('SIGTERM')
  await postgres.stop()
}

/** One command: a script of pgbench with a work_mem of choice, for which Postgres has a smallest value. */
function writeAllowList(): string {
  const path = join(work, 'runner.yaml')
  mkdirSync(STATE_DIR, { recursive: true })
  cpSync(join(ROOT, 'demo/experiment/load', SCRIPT), join(STATE_DIR, SCRIPT))
  const environment = { ...postgres.environment, PGOPTIONS: '-c work_mem={work_mem}' }
  const list = {
    ...{ runner: MACHINE, hardware: MACHINE, labels: ['demo'] },
    commands: {
      [COMMAND]: {
        description: 'orders of customers whose account is not closed, by pgbench',
        argv: ['pgbench', '-n', '-c', '1', '-T', '15', '-f', SCRIPT],
        ...{ directory: STATE_DIR, env: environment },
        test: COMMAND,
        facts: { product: 'PostgreSQL', version: '18.4', config: 'work_mem {work_mem}', workload: 'open accounts' },
        parameters: { work_mem: { pattern: '[0-9]{1,4}(kB|MB)', default: '4MB' } },
      },
    },
  }
  // JSON is YAML.
  writeFileSync(path, JSON.stringify(list, null, 2), { mode: 0o600 })
  return path
}

function startRunner(): ChildProcess {
  const args = [join(ROOT, 'bin/assay.mjs'), 'runner', allowList, '--project', PROJECT, '--state-dir', STATE_DIR]
  const env = { ...process.env, ASSAY_URL: assay.url, ASSAY_DATA_DIR: assay.dataDir }
  return spawn(process.execPath, args, { cwd: ROOT, env, stdio: 'inherit', detached: true })
}

async function execute(): Promise<void> {
  while (Runners.parse(await assay.sendOk('GET', '/runners')).runners.length === 0) await sleep(POLL_MS)
  const request = (workMem: string) =>
    assay.sendOk('POST', '/run-requests', { command: COMMAND, parameters: { work_mem: workMem } })
  const plan = (more: object) =>
    assay.sendOk('POST', '/run-plans', { command: COMMAND, vary: 'work_mem', runner: MACHINE, ...more })
  await request('4MB')
  await request('16kB') // below the smallest value of Postgres
  await request('64MB; touch owned') // not allowed
  await untilEnded()
  await plan({ kind: 'interleave', values: ['256kB', '64MB'], repeats: 3 })
  await killRunnerDuringItsSecondRun()
  await untilEnded()
  await plan({ kind: 'backfill', values: ['1MB', '16MB'], repeats: 1 })
  await untilEnded()
}

async function killRunnerDuringItsSecondRun(): Promise<void> {
  const isSecond = ({ planId, position, attempts }: RunRequest) =>
    planId !== null && position === 1 && attempts.at(-1)?.state === 'running'
  while (!(await requests()).some(isSecond)) await sleep(POLL_MS)
  await sleep(5_000)
  runner.kill('SIGKILL')
  await sleep(2_000)
  runner = startRunner()
}

async function untilEnded(): Promise<void> {
  while ((await requests()).some(({ finishedAt }) => finishedAt === null)) await sleep(POLL_MS)
}

async function requests(): Promise<RunRequest[]> {
  return Listed.parse(await assay.sendOk('GET', '/run-requests?limit=500')).requests.toReversed()
}

async function record(): Promise<void> {
  const ended = await requests()
  const attempts = ended.flatMap((one) => one.attempts)
  const logs: RunnerHistory['logs'] = {}
  for (const { id } of attempts) {
    const { text } = z.object({ text: z.string() }).parse(await assay.sendOk('GET', `/run-attempts/${id}/log`))
    logs[id] = text
  }
  const history: RunnerHistory = {
    runners: Runners.parse(await assay.sendOk('GET', '/runners')).runners,
    plans: Plans.parse(await assay.sendOk('GET', '/run-plans')).plans.toReversed(),
    ...{ requests: ended, logs },
  }
  mkdirSync(join(ROOT, 'demo/runners'), { recursive: true })
  writeFileSync(join(ROOT, 'demo/runners', `${name}.json`), `${JSON.stringify(history, null, 2)}\n`)
  for (const { id, runIds } of attempts) {
    if (runIds.length === 0) continue
    cpSync(join(STATE_DIR, 'attempts', id, 'results'), join(ROOT, 'demo/raw', name, id), { recursive: true, filter })
  }
}
