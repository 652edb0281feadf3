import { readFile, stat } from 'node:fs/promises'
import { cpus, hostname, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { type AllowList, describeCommands, parseAllowList } from '@assay/domain/run-requests/allow-list'
import { RUN_NAME } from '@assay/domain/run-requests/run-request'
import type { Command } from 'commander'
import { VERSION } from '../cli-version.ts'
import type { CommandIo } from '../command-io.ts'
import { readEnvironment } from '../environment.ts'
import { describeMachine } from '../exec/machine/machine.ts'
import { SystemFiles } from '../exec/machine/system-files.ts'
import { EXIT, type ExitCode } from '../exit-code.ts'
import { endOrphans } from '../runner/orphans.ts'
import { continueAttempt, type RunnerContext, retryDelay, runAttempt, say } from '../runner/run-attempt.ts'
import { RunnerClient } from '../runner/runner-client.ts'
import { RunnerState } from '../runner/runner-state.ts'
import { findToken, noTokenSentence } from '../server/find-token.ts'
import { Stop, stopOfSystemError } from '../stop.ts'
import { requireProject } from './require-project.ts'
import { projectOption } from './shared-options.ts'

type RunnerFlags = { project?: string; name?: string; stateDir?: string; once?: boolean; request?: string }

const WAIT_SECONDS = 20

/** Adds `assay runner FILE`: a machine that executes run requests. */
export function addRunnerCommand(program: Command, io: CommandIo, done: (code: ExitCode) => void): void {
  program
    .command('runner')
    .argument('<file>', 'allow-list: a YAML file with the commands that may be executed (docs/runners.md)')
    .description('register this machine, and execute run requests: only commands of the file; until Ctrl-C or SIGTERM')
    .addOption(projectOption(io))
    .option('--name <name>', 'name of the runner (default: that of the file, else of the machine)')
    .option('--state-dir <dir>', 'directory of its state and of the last attempts (default: below ASSAY_SPOOL_DIR)')
    .option('--once', 'stop when no request waits')
    .option('--request <id>', 'execute this one request, in a job that an engine started for it (docs/runners.md)')
    .action(async (file: string, flags: RunnerFlags) => done(await runner(file, flags, io)))
}

/** `assay runner`: leases one request after the other; what an earlier process left behind comes first. */
async function runner(file: string, flags: RunnerFlags, io: CommandIo): Promise<ExitCode> {
  const environment = readEnvironment(io.variables)
  const project = requireProject(flags.project)
  const token = await findToken(environment)
  if (token === null) throw new Stop(EXIT.usage, noTokenSentence(environment))
  const list = await readAllowList(file)
  const name = nameOf(flags, list)
  const state = await RunnerState.open(resolve(flags.stateDir ?? join(environment.spoolDirectory, `runner-${name}`)))
  const stopping = io.catchInterrupts()
  const client = new RunnerClient({ serverUrl: environment.serverUrl, token, fetch: io.fetch }, project, name)
  const context: RunnerContext = {
    ...{ client, state, project, heartbeatMs: 10_000, io, stopping, readAllowList: () => readAllowList(file) },
  }
  try {
    if (flags.request !== undefined) return await runOneRequest(context, flags.request)
    await recover(context)
    const session = await register(context, list)
    await say(io, `${name} waits for requests of ${project}: ${Object.keys(list.commands).join(', ')}`)
    while (!stopping.aborted) if (!(await leaseAndRun(context, session, flags.once === true))) break
    await say(io, 'stopped')
    return EXIT.ok
  } finally {
    await state.close()
  }
}

/** Executes the request for which an engine such as GitHub Actions started this job. */
async function runOneRequest(context: RunnerContext, id: string): Promise<ExitCode> {
  const { client, io, stopping } = context
  for (let tries = 0; !stopping.aborted; tries++) {
    const answer = await client.leaseRequest(id, stopping)
    if (answer.kind === 'refused') throw new Stop(EXIT.refused, `The request is not leased: ${answer.reason}`)
    if (answer.kind === 'ok') {
      const { lease } = answer.value
      if (lease === null) await say(io, `the request ${id} does not wait any longer`)
      else await runAttempt(context, lease)
      return EXIT.ok
    }
    await io.clock.sleep(retryDelay(tries, io.clock.random()), stopping)
  }
  return EXIT.interrupted
}

/** Ends what a killed runner left running, and delivers what it had measured, before anything is leased. */
async function recover(context: RunnerContext): Promise<void> {
  const { state, io } = context
  const left = await state.read()
  if (left === null) return
  const { lease, processes, phase } = left
  const ended = await endOrphans(lease.attemptId, processes)
  if (ended > 0) await say(io, `ended ${ended} orphaned processes of attempt ${lease.number} of ${lease.command}`)
  if (phase !== 'running') return continueAttempt(context, left)
  const result = { outcome: 'interrupted', exitCode: null, reason: 'The runner was killed.', runIds: [] } as const
  await continueAttempt(context, { ...left, result: { fencingToken: lease.fencingToken, ...result, runIds: [] } })
}

async function register(context: RunnerContext, list: AllowList): Promise<number> {
  const { client, io, stopping } = context
  const { hardware } = await describeMachine(new SystemFiles(), process.cwd())
  const known = hardware.name === 'unknown' ? hostname() : hardware.name
  const runner = {
    hardware: list.hardware ?? known.slice(0, 200),
    ...{ labels: list.labels, commands: describeCommands(list), version: VERSION },
    capabilities: { cpus: cpus().length, memoryGb: Math.round(totalmem() / 2 ** 30), platform: process.platform },
  }
  for (let tries = 0; !stopping.aborted; tries++) {
    const answer = await client.register(runner, stopping)
    if (answer.kind === 'refused')
      throw new Stop(EXIT.refused, `The server does not register the runner: ${answer.reason}`)
    if (answer.kind === 'ok') {
      context.heartbeatMs = answer.value.heartbeatSeconds * 1_000
      return answer.value.session
    }
    if (tries === 0) await say(io, `the server cannot be reached yet: ${answer.reason}`)
    await io.clock.sleep(retryDelay(tries, io.clock.random()), stopping)
  }
  return 0
}

/** @returns false when the runner has nothing more to do. */
async function leaseAndRun(context: RunnerContext, session: number, once: boolean): Promise<boolean> {
  const { client, io, stopping } = context
  for (let tries = 0; !stopping.aborted; tries++) {
    const answer = await client.lease(session, once ? 0 : WAIT_SECONDS, stopping)
    if (answer.kind === 'refused')
      throw new Stop(EXIT.refused, `The server leases nothing to this runner: ${answer.reason}`)
    if (answer.kind === 'ok') {
      if (answer.value.lease === null) return !once
      await runAttempt(context, answer.value.lease)
      return true
    }
    await io.clock.sleep(retryDelay(tries, io.clock.random()), stopping)
  }
  return false
}

/** @throws Stop for a file that is missing or invalid, or that every user of the machine can change. */
async function readAllowList(file: string): Promise<AllowList> {
  try {
    const { mode } = await stat(file)
    if (process.platform !== 'win32' && (mode & 0o002) !== 0) {
      throw new Stop(EXIT.usage, `Every user of this machine can change ${file}. Run: chmod o-w ${file}`)
    }
    const parsed = parseAllowList(await readFile(file, 'utf8'))
    if (parsed.ok) return parsed.value
    throw new Stop(EXIT.usage, `The allow-list ${file} is not valid: ${parsed.error} (docs/runners.md).`)
  } catch (cause) {
    throw stopOfSystemError(cause, `The allow-list ${file} cannot be read`, EXIT.usage)
  }
}

function nameOf(flags: RunnerFlags, list: AllowList): string {
  const name = flags.name ?? list.runner ?? hostname()
  if (RUN_NAME.test(name)) return name
  throw new Stop(
    EXIT.usage,
    `${JSON.stringify(name)} cannot be the name of a runner. Give --name with letters, digits, ".", "_" and "-".`,
  )
}
