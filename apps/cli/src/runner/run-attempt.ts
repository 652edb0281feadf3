import {
  type AllowedCommand,
  type AllowList,
  type PreparedCommand,
  prepareCommand,
} from '@assay/domain/run-requests/allow-list'
import type { AttemptResult, RunLease } from '@assay/domain/run-requests/run-request'
import type { CommandIo } from '../command-io.ts'
import { EXIT } from '../exit-code.ts'
import { AttemptLog } from './attempt-log.ts'
import { executeCommand } from './execute-command.ts'
import { holdLease } from './hold-lease.ts'
import { endOrphans } from './orphans.ts'
import { markOf } from './process-mark.ts'
import type { RunnerClient } from './runner-client.ts'
import type { RunnerState, StoredAttempt } from './runner-state.ts'
import { uploadResults } from './upload-results.ts'

const REPORT_MS = 30_000

export type RunnerContext = {
  client: RunnerClient
  state: RunnerState
  project: string
  heartbeatMs: number
  io: CommandIo
  /** Aborted when the runner is stopped. */
  stopping: AbortSignal
  readAllowList: () => Promise<AllowList>
}

type Outcome = Pick<AttemptResult, 'outcome' | 'exitCode' | 'reason' | 'runIds'>

/** Executes a leased request to its end, and reports the result. Each step is recorded before it begins. */
export async function runAttempt(context: RunnerContext, lease: RunLease): Promise<void> {
  const attempt: StoredAttempt = { lease, phase: 'running', processes: [], result: null }
  await context.state.write(attempt)
  await continueAttempt(context, attempt)
}

/** Continues an attempt from its recorded phase: after a kill, or from the beginning. */
export async function continueAttempt(context: RunnerContext, attempt: StoredAttempt): Promise<void> {
  const { client, io, stopping, heartbeatMs, state } = context
  const { lease } = attempt
  const log = new AttemptLog()
  const lost = new AbortController()
  const held = holdLease(client, lease, log, { heartbeatMs, clock: io.clock, lost: (reason) => lost.abort(reason) })
  const signal = AbortSignal.any([stopping, lost.signal])
  let isDone = false
  try {
    const result = attempt.result ?? {
      fencingToken: lease.fencingToken,
      ...(await measure(context, attempt, log, signal)),
    }
    await endOrphans(lease.attemptId, attempt.processes)
    isDone = lost.signal.aborted
    if (isDone) await say(io, `attempt ${lease.number} was ended: ${String(lost.signal.reason)}`)
    else {
      await state.write({ ...attempt, phase: 'uploaded', result })
      await held.stop()
      isDone = await report(context, lease, result)
    }
  } finally {
    await held.stop()
  }
  // A result that could not be reported before the stop is reported at the next start.
  if (isDone) await state.clear()
}

async function measure(
  context: RunnerContext,
  attempt: StoredAttempt,
  log: AttemptLog,
  signal: AbortSignal,
): Promise<Outcome> {
  const { io, state, project } = context
  const { lease } = attempt
  const refused = (reason: string): Outcome => ({ outcome: 'refused', exitCode: null, reason, runIds: [] })
  const list = await context.readAllowList()
  const prepared = prepareCommand(list, lease)
  const command = list.commands[lease.command]
  if (!prepared.ok || command === undefined)
    return refused(prepared.ok ? 'The command is not allowed.' : prepared.error)
  const folder = state.folderOf(lease.attemptId)
  const attemptIo: CommandIo = {
    ...io,
    ...{ terminal: null, ask: null, catchInterrupts: () => signal },
    ...{ out: log.through(io.out), log: log.through(io.log) },
  }
  if (attempt.phase === 'running') {
    const failed = await execute(context, attempt, { command, prepared: prepared.value, io: attemptIo, signal, log })
    if (failed !== null) return failed
    attempt.phase = 'measured'
    await state.write(attempt)
  }
  const { code, runIds } = await uploadResults(command, prepared.value, { folder, project, io: attemptIo })
  if (signal.aborted) return { outcome: 'interrupted', exitCode: null, reason: 'The runner was stopped.', runIds: [] }
  if (code === EXIT.ok) return { outcome: 'succeeded', exitCode: 0, reason: null, runIds }
  return { outcome: 'failed', exitCode: 0, reason: `The results were not stored: ${log.tail}`, runIds }
}

/** @returns the outcome of a command that did not succeed; null after one that did. */
async function execute(
  { state }: RunnerContext,
  attempt: StoredAttempt,
  {
    command,
    prepared,
    io,
    signal,
    log,
  }: { command: AllowedCommand; prepared: PreparedCommand; io: CommandIo; signal: AbortSignal; log: AttemptLog },
): Promise<Outcome | null> {
  const { attemptId } = attempt.lease
  const late = AbortSignal.timeout(command.timeoutSeconds * 1_000)
  const ending = AbortSignal.any([signal, late])
  const { exitCode, reason } = await executeCommand(command, prepared, {
    ...{ folder: state.folderOf(attemptId), attemptId },
    io: {
      ...io,
      catchInterrupts: () => ending,
      benchmark: {
        directory: command.directory,
        async started(pid) {
          attempt.processes.push(await markOf(pid))
          await state.write(attempt)
        },
      },
    },
  })
  if (signal.aborted) return { outcome: 'interrupted', exitCode: null, reason: 'The runner was stopped.', runIds: [] }
  if (exitCode === 0) return null
  const timeout = late.aborted ? `The command ran longer than ${command.timeoutSeconds} s. ` : ''
  return { outcome: 'failed', exitCode, reason: `${timeout}${reason ?? log.tail}`.slice(0, 1_000), runIds: [] }
}

/** Reports a result until the server has it or refuses it. @returns false when the runner was stopped before that. */
async function report(
  { client, io, stopping }: RunnerContext,
  lease: RunLease,
  result: AttemptResult,
): Promise<boolean> {
  const named = `attempt ${lease.number} of ${lease.command}`
  for (let tries = 0; ; tries++) {
    // A runner that is stopped reports once, so that the request waits for another one at once.
    const answer = await client.report(lease.attemptId, result, AbortSignal.timeout(REPORT_MS))
    if (answer.kind === 'unreached') {
      if (stopping.aborted) return false
      await io.clock.sleep(retryDelay(tries, io.clock.random()), stopping)
      continue
    }
    const isAccepted = answer.kind === 'ok'
    await say(io, isAccepted ? `${named}: ${result.outcome}` : `${named} was not accepted: ${answer.reason}`)
    return true
  }
}

/** Milliseconds until the next try: from half a second to half a minute, with jitter. */
export const retryDelay = (tries: number, random: number): number =>
  Math.min(30_000, 500 * 2 ** Math.min(tries, 10)) * (0.5 + random / 2)

export const say = (io: CommandIo, text: string): Promise<void> => io.log.write(`assay runner: ${text}\n`)
