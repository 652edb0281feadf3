import { join, resolve } from 'node:path'
import { formatProblem } from '@assay/domain/parse/problem'
import { plural } from '@assay/domain/plural'
import type { OnConflict } from '@assay/domain/run/on-conflict'
import type { Clock } from '../clock.ts'
import type { CommandIo, Output } from '../command-io.ts'
import { describeRun } from '../describe-run.ts'
import { type Environment, readEnvironment, serverName } from '../environment.ts'
import { EXIT, type ExitCode } from '../exit-code.ts'
import { importInputs, isStopped } from '../inputs/import-inputs.ts'
import { findToken } from '../server/find-token.ts'
import { Spool } from '../spool/spool.ts'
import type { Destination } from '../spool/spool-entry.ts'
import { Stop, stopOfSystemError, systemCode, systemReason } from '../stop.ts'
import { type FolderPrint, listResultFolders, printFolder } from '../watch/folder-print.ts'
import { QuietFolders } from '../watch/settled.ts'
import { WatchState } from '../watch/watch-state.ts'
import { type DeliverFlags, deliver } from './deliver.ts'
import { loadProfile } from './load-profile.ts'
import { acceptedRuns, printProblems, stopMessage, stopsUpload } from './parse.ts'
import { profileForPush } from './project-profile.ts'
import { spoolRuns } from './push.ts'
import { requireProject } from './require-project.ts'
import { overridesOf, type UnderstandFlags } from './shared-options.ts'
import { entriesFor } from './spool-entries.ts'

export type WatchFlags = UnderstandFlags &
  DeliverFlags & { project?: string; raw: boolean; settle: number; onConflict: OnConflict }

const POLL_MS = 2_000
/** Pause after an attempt that could not reach the server. */
const RETRY_MS = 60_000

/** `assay watch DIR`: uploads each folder in DIR once, when it is finished, until a signal stops it. */
export async function watch(directory: string, flags: WatchFlags, io: CommandIo): Promise<ExitCode> {
  const environment = readEnvironment(io.variables)
  const destination = { server: serverName(environment.serverUrl), project: requireProject(flags.project) }
  await findToken(environment)
  // A wrong file is reported at the start, and that of the project is asked for with each folder, because it may change.
  if (flags.profile !== undefined) await loadProfile(flags.profile)
  const { project } = destination
  const path = resolve(directory)
  await listResultFolders(path).catch((cause: unknown) => {
    throw stopOfSystemError(
      cause,
      `${directory} cannot be watched`,
      systemCode(cause) === 'ENOENT' ? EXIT.usage : EXIT.local,
    )
  })
  const signal = io.catchInterrupts()
  const spool = await Spool.open(environment.spoolDirectory, { now: io.clock.now() })
  const state = await WatchState.open(spool, path, destination)
  const watchIo: CommandIo = {
    ...io,
    terminal: null,
    out: stamped(io.out, io.clock),
    log: stamped(io.log, io.clock),
  }
  const watcher = new Watcher({
    path,
    flags,
    io: watchIo,
    environment,
    destination,
    spool,
    state,
    signal,
    read: async (folder) => {
      const profile = await profileForPush(flags.profile, { environment, project }, watchIo)
      return importInputs([folder], { profile, overrides: overridesOf(flags) })
    },
  })
  await watchIo.log.write(
    `watching ${directory} for ${destination.project} at ${destination.server}: a folder is finished when it contains a ` +
      `file done, or when nothing in it changed for ${flags.settle} s; ${plural(state.count, 'folder')} finished before\n`,
  )
  return watcher.run()
}

type WatcherInput = {
  path: string
  flags: WatchFlags
  io: CommandIo
  environment: Environment
  destination: Destination
  spool: Spool
  state: WatchState
  signal: AbortSignal
  read: (folder: string) => ReturnType<typeof importInputs>
}

class Watcher {
  private readonly input: WatcherInput
  private readonly quietFolders: QuietFolders
  /** Folders that changed after they were finished, by the state that was reported. */
  private readonly reportedChanges = new Map<string, string>()
  /** True when the spool may contain runs to send; checking that would read all of its entries. */
  private isWaiting = true
  private retryAt = 0

  constructor(input: WatcherInput) {
    this.input = input
    this.quietFolders = new QuietFolders(input.flags.settle * 1000)
  }

  async run(): Promise<ExitCode> {
    const { io, signal, spool, destination } = this.input
    while (!signal.aborted) {
      await this.scan()
      await this.send()
      if (!signal.aborted) await io.clock.sleep(POLL_MS, signal)
    }
    const left = (await entriesFor(spool, destination)).length
    await io.log.write(
      left === 0
        ? 'stopped\n'
        : `stopped; ${plural(left, 'run')} left in the spool ${spool.directory} for the next start\n`,
    )
    return left === 0 ? EXIT.ok : EXIT.pending
  }

  private async scan(): Promise<void> {
    const { path, state, signal, io } = this.input
    for (const folder of await this.folders()) {
      if (signal.aborted) return
      try {
        const print = await printFolder(join(path, folder))
        const seen = state.find(folder)
        if (seen !== undefined) await this.reportChange(folder, seen.print, print)
        else if (this.quietFolders.isFinished(folder, print, io.clock.now())) await this.take(folder, print)
      } catch (cause) {
        // A folder that cannot be read now may be readable later. A failure of our own files is a Stop, which ends the
        // program.
        if (cause instanceof Stop || systemCode(cause) === undefined) throw cause
        await io.log.write(`${folder}: cannot be read: ${systemReason(cause)}\n`)
      }
    }
  }

  /** A missing directory, such as one on a network, may reappear. */
  private async folders(): Promise<string[]> {
    try {
      return await listResultFolders(this.input.path)
    } catch (cause) {
      await this.input.io.log.write(`${this.input.path} cannot be read: ${systemReason(cause)}\n`)
      return []
    }
  }

  private async take(folder: string, { print }: FolderPrint): Promise<void> {
    const { path, io, spool, destination, flags, signal, state, read } = this.input
    const understood = await read(join(path, folder))
    const { problems, fileCount } = understood
    const runs = acceptedRuns(understood, flags)
    if (isStopped(understood)) await printProblems(understood, io)
    else for (const problem of problems) await io.log.write(`${formatProblem(problem)}\n`)
    for (const { document } of runs) await io.log.write(`${folder}: ${describeRun(document)}\n`)
    if (isStopped(understood)) {
      await io.log.write(`${folder}: not uploaded; assay push ${join(path, folder)} with the flag above uploads it\n`)
    } else if (stopsUpload(understood, flags))
      await io.log.write(`${folder}: ${stopMessage(understood, 'nothing is uploaded')}`)
    else if (runs.length === 0)
      await io.log.write(`${folder}: no result in ${plural(fileCount, 'file')}, nothing to upload\n`)
    try {
      await spoolRuns(runs, { spool, destination, raw: flags.raw, onConflict: flags.onConflict, signal })
    } catch (cause) {
      // The process was interrupted; the next watcher processes the folder again.
      if (cause instanceof Stop && cause.exitCode === EXIT.interrupted) return
      throw cause
    }
    const at = new Date(io.clock.now()).toISOString()
    await state.add(folder, { print, at, runs: runs.map(({ document }) => document.runId) })
    this.quietFolders.forget(folder)
    this.isWaiting = true
    this.retryAt = 0
  }

  private async reportChange(folder: string, old: string, { print }: FolderPrint): Promise<void> {
    if (old === print || this.reportedChanges.get(folder) === print) return
    this.reportedChanges.set(folder, print)
    await this.input.io.log.write(
      `${folder}: changed after it was dealt with, which happens once; assay push ${join(this.input.path, folder)} sends it as it is now\n`,
    )
  }

  private async send(): Promise<void> {
    const { spool, destination, environment, signal, flags, io } = this.input
    if (signal.aborted || !this.isWaiting || io.clock.now() < this.retryAt) return
    const names = await entriesFor(spool, destination)
    const code = names.length === 0 ? EXIT.ok : await deliver({ spool, names, environment, signal }, flags, io)
    this.isWaiting = code === EXIT.pending
    this.retryAt = io.clock.now() + RETRY_MS
  }
}

/** Puts the time before each line, for a log that is read days later. */
function stamped(output: Output, clock: Clock): Output {
  return {
    write(text) {
      const time = new Date(clock.now()).toISOString().replace(/\.\d+/, '')
      return output.write(text.replace(/^(?=.)/gm, `${time} `))
    },
  }
}
