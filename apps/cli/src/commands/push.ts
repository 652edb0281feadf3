import pLimit from 'p-limit'
import { readEnvironment, serverName } from '../environment.ts'
import { EXIT, type ExitCode, worstOf } from '../exit-code.ts'
import { formatUnderstood } from '../inputs/summary.ts'
import { type Run, understand } from '../inputs/understand.ts'
import { plural } from '../plural.ts'
import { findToken } from '../server/token.ts'
import { Spool } from '../spool/spool.ts'
import type { SpoolEntry } from '../spool/spool-entry.ts'
import { attachRawFiles } from '../upload/raw-files.ts'
import type { World } from '../world.ts'
import { type DeliverFlags, deliver } from './deliver.ts'
import { loadProfile } from './load-profile.ts'
import { tellProblems } from './parse.ts'
import { requireProject } from './require-project.ts'
import { overridesOf, type UnderstandFlags } from './shared-options.ts'
import { entriesFor } from './spool-entries.ts'

export type PushFlags = UnderstandFlags & DeliverFlags & { project?: string; raw: boolean; dryRun?: boolean }

type Destination = Pick<SpoolEntry, 'server' | 'project'>

/** `assay push`: understands, keeps in the spool, then uploads; with it what earlier pushes to the same place left behind. */
export async function push(paths: readonly string[], flags: PushFlags, world: World): Promise<ExitCode> {
  const environment = readEnvironment(world.variables)
  const destination = { server: serverName(environment.serverUrl), project: requireProject(flags.project) }
  await findToken(environment) // A token file that others can read is told before any work is done.
  const profile = await loadProfile(flags.profile ?? 'archive')
  const understood = await understand(paths, { profile, overrides: overridesOf(flags) })
  await world.out.write(formatUnderstood(understood))
  const parsed = await tellProblems(understood, world)
  if (flags.dryRun === true) {
    await world.out.write(
      `Dry run: nothing was sent. ${plural(understood.runs.length, 'run')} would go to ${destination.project} at ${destination.server}.\n`,
    )
    return parsed
  }
  const signal = world.catchInterrupts()
  const spool = await Spool.open(environment.spoolDirectory, { now: world.clock.now() })
  const isComplete = await spoolRuns(understood.runs, { spool, destination, raw: flags.raw, signal })
  if (!isComplete) {
    await world.log.write('Interrupted while writing the spool; push again to send every run.\n')
    return EXIT.interrupted
  }
  const names = await entriesFor(spool, destination)
  const earlier = names.length - understood.runs.length
  if (earlier > 0)
    await world.log.write(`${plural(earlier, 'run')} of earlier pushes still in the spool, sent as well.\n`)
  if (names.length === 0) return parsed
  return worstOf([parsed, await deliver({ spool, names, environment, signal }, flags, world)])
}

/** False when interrupted before every run was safely in the spool. */
async function spoolRuns(
  runs: readonly Run[],
  { spool, destination, raw, signal }: { spool: Spool; destination: Destination; raw: boolean; signal: AbortSignal },
): Promise<boolean> {
  // Disks flush several files in the time of one.
  const limit = pLimit(4)
  await Promise.all(
    runs.map((run) =>
      limit(async () => {
        if (!signal.aborted) await spool.put({ ...destination, ...(await withRaw(run, raw)) })
      }),
    ),
  )
  return !signal.aborted
}

async function withRaw({ document, inputs }: Run, raw: boolean): Promise<Pick<SpoolEntry, 'document' | 'blobs'>> {
  if (!raw || inputs.length === 0) return { document, blobs: noBlobs }
  const { attachments, blobs } = await attachRawFiles(inputs)
  return { document: { ...document, attachments }, blobs }
}

async function* noBlobs(): AsyncGenerator<never> {}
