import { plural } from '@assay/domain/plural'
import type { OnConflict } from '@assay/domain/run/on-conflict'
import type { UploadAttachment } from '@assay/domain/run/upload-document'
import pLimit from 'p-limit'
import type { CommandIo } from '../command-io.ts'
import { readEnvironment, serverName } from '../environment.ts'
import { EXIT, type ExitCode, worstOf } from '../exit-code.ts'
import { importInputs, isStopped, type Run } from '../inputs/import-inputs.ts'
import { formatUnderstood } from '../inputs/summary.ts'
import { findToken } from '../server/find-token.ts'
import { Spool } from '../spool/spool.ts'
import type { Destination, NewEntry } from '../spool/spool-entry.ts'
import { Stop } from '../stop.ts'
import { packRawFiles } from '../upload/raw-files.ts'
import { confirmPush } from './confirm-push.ts'
import { type DeliverFlags, deliver } from './deliver.ts'
import { findRefusedRuns, formatRefusedRuns } from './find-refused-runs.ts'
import { isPartlyRefused, printProblems, stopMessage, stopsUpload } from './parse.ts'
import { profileForPush } from './project-profile.ts'
import { requireProject } from './require-project.ts'
import { overridesOf, type UnderstandFlags } from './shared-options.ts'
import { entriesFor } from './spool-entries.ts'

export type PushFlags = UnderstandFlags &
  DeliverFlags & { project?: string; raw: boolean; dryRun?: boolean; yes?: boolean; onConflict: OnConflict }

/**
 * `assay push`: in a terminal shows the preview and asks; then reads the paths, asks the server whether it would refuse
 * any run, writes all runs to the spool, and uploads them together with those that earlier pushes to the same project
 * left behind. When the server would refuse one run, none is sent.
 */
export async function push(paths: readonly string[], flags: PushFlags, io: CommandIo): Promise<ExitCode> {
  const environment = readEnvironment(io.variables)
  const destination = { server: serverName(environment.serverUrl), project: requireProject(flags.project) }
  await findToken(environment) // Reports a token file that others can read before any other work.
  const { project } = destination
  const profile = await profileForPush(flags.profile, { environment, project }, io)
  const given = { profile, overrides: overridesOf(flags) }
  const isInteractive = flags.yes !== true && flags.dryRun !== true
  const confirmed = isInteractive ? await confirmPush(paths, { ...given, destination }, io) : given.profile
  if (confirmed === null) return EXIT.question
  const understood = await importInputs(paths, { ...given, profile: confirmed })
  await io.out.write(formatUnderstood(understood))
  const parsed = await printProblems(understood, io)
  if (understood.questions.length > 0) return EXIT.question
  if (isStopped(understood)) return parsed
  // A person saw the refused files in the preview; --yes agrees in advance to store what is certain.
  const isAgreed = flags.yes === true || (isInteractive && io.ask !== null)
  if (!isAgreed && stopsUpload(understood, flags)) {
    await io.log.write(stopMessage(understood, 'Nothing was uploaded'))
    return parsed
  }
  if (flags.dryRun === true) {
    await io.out.write(
      `Dry run: nothing was sent. ${plural(understood.runs.length, 'run')} would go to ${destination.project} at ${destination.server}.\n`,
    )
    return parsed
  }
  const signal = io.catchInterrupts()
  const { onConflict } = flags
  const refused = await findRefusedRuns(understood.runs, { environment, destination, onConflict, signal }, io)
  if (refused.length > 0) {
    await io.log.write(formatRefusedRuns(refused))
    return EXIT.refused
  }
  const spool = await Spool.open(environment.spoolDirectory, { now: io.clock.now() })
  await spoolRuns(understood.runs, { spool, destination, raw: flags.raw, onConflict, signal })
  const names = await entriesFor(spool, destination)
  const earlier = names.length - understood.runs.length
  if (earlier > 0) await io.log.write(`${plural(earlier, 'run')} of earlier pushes still in the spool, sent as well.\n`)
  if (names.length === 0) return parsed
  const code = worstOf([parsed, await deliver({ spool, names, environment, signal }, flags, io)])
  return code === EXIT.refused && isAgreed && isPartlyRefused(understood) ? EXIT.partial : code
}

/**
 * Writes every run to the spool, where it survives the end of the process.
 *
 * @throws Stop when interrupted: runs in the spool are complete, and pushing again adds the rest.
 */
export async function spoolRuns(
  runs: readonly Run[],
  {
    spool,
    ...how
  }: { spool: Spool; destination: Destination; raw: boolean; onConflict: OnConflict; signal: AbortSignal },
): Promise<void> {
  // Disks flush several files in the time of one.
  const limit = pLimit(4)
  await Promise.all(runs.map((run) => limit(() => spool.put(newEntry(run, how)))))
}

/** Creates a spool entry. The same files give the same entry when pushed again, so that a run never waits twice. */
function newEntry(
  { document, inputs }: Run,
  {
    destination,
    raw,
    onConflict,
    signal,
  }: { destination: Destination; raw: boolean; onConflict: OnConflict; signal: AbortSignal },
): NewEntry {
  const attachments: UploadAttachment[] = []
  return {
    ...destination,
    ...(onConflict === 'stop' ? {} : { onConflict }),
    blobs: () => packRawFiles(raw ? inputs : [], attachments, signal),
    document: () => {
      if (signal.aborted) throw new Stop(EXIT.interrupted, 'Interrupted before every run was in the spool; push again.')
      return attachments.length === 0 ? document : { ...document, attachments }
    },
  }
}
