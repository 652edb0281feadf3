import type { FileHandle } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { ExecRecord } from '@assay/domain/import/exec-record'
import type { CommandIo } from '../command-io.ts'
import { Stop } from '../stop.ts'
import { type Ending, runBenchmark } from './benchmark-process.ts'
import { startCounters } from './counters/counters.ts'
import type { SystemFiles } from './machine/system-files.ts'
import type { ResultFolder } from './result-folder.ts'
import { type Sampler, startSampler } from './sampling/sampler.ts'
import type { SeparateUser } from './separate-user.ts'
import type { ServerAddress } from './server/server-address.ts'

/**
 * Runs the benchmark together with the samplers. Its record has the state `running` until it ends, so that an
 * interrupted one does not look complete.
 *
 * @param opening called with the samplers when everything is set up.
 * @throws Stop when the benchmark cannot be started, after its files were deleted; also when its output cannot be
 *   saved.
 */
export async function recordBenchmark(
  argv: readonly string[],
  started: ExecRecord,
  {
    folder,
    files,
    io,
    server,
    user,
    opening,
  }: {
    folder: ResultFolder
    files: SystemFiles
    io: CommandIo
    /** The server whose counters are recorded. */
    server: ServerAddress | null
    /** The user that executes the benchmark; null for that of this process. */
    user: SeparateUser | null
    opening: (samplers: readonly Sampler[], views: readonly string[]) => string
  },
): Promise<ExecRecord> {
  await folder.writeRecord(started)
  // After this Ctrl-C ends the benchmark, and the files written so far stay.
  const signal = io.catchInterrupts()
  const output = await folder.openOutput()
  const samplers = await startSamplers(folder, { io, files, cpus: started.cpus ?? 1 })
  const counters = await startCounters(server, (end) => folder.at(`${folder.stem}.${end}`))
  await io.log.write(opening(samplers, counters?.views ?? []))
  let ending: Ending
  try {
    const variables = benchmarkVariables(io, folder)
    const started = { user, ...io.benchmark }
    ending = await runBenchmark({ argv, variables, out: io.out, log: io.log, file: output, signal, ...started })
  } catch (cause) {
    await Promise.all([stopAll(samplers, output), counters?.stop()])
    // When the program is missing, the files are deleted; when its output could not be saved, a part of it stays.
    if (cause instanceof Stop && cause.exitCode >= 126) await folder.discard()
    else await folder.writeRecord({ ...started, outcome: 'failed', finishedAt: timestamp(io) })
    throw cause
  }
  const finishedAt = timestamp(io)
  await Promise.all([stopAll(samplers, output), counters?.stop()])
  const sampled = await folder.sampleFiles(samplers.map(({ kind }) => kind))
  const record = { ...started, ...outcomeOf(ending), finishedAt, files: { ...started.files, ...sampled } }
  await folder.writeRecord(record)
  return record
}

async function startSamplers(
  folder: ResultFolder,
  { io, files, cpus }: { io: CommandIo; files: SystemFiles; cpus: number },
): Promise<Sampler[]> {
  const started = await Promise.all(
    (['vmstat', 'iostat'] as const).map((kind) =>
      startSampler({ kind, path: folder.at(folder.files[kind]), variables: io.variables, files, cpus }),
    ),
  )
  return started.filter((sampler) => sampler !== null)
}

async function stopAll(samplers: readonly Sampler[], output: FileHandle): Promise<void> {
  await Promise.all(samplers.map((sampler) => sampler.stop()))
  await output.close()
}

/** The benchmark gets the path of the folder for its files, and no secrets of Assay. */
function benchmarkVariables({ variables }: CommandIo, folder: ResultFolder): CommandIo['variables'] {
  const { ASSAY_TOKEN: _token, ASSAY_SERVER: _server, ...others } = variables
  return { ...others, ASSAY_RESULT_DIR: resolve(folder.path) }
}

function outcomeOf({ exitCode, signal, interrupted }: Ending): Pick<ExecRecord, 'outcome' | 'exitCode' | 'signal'> {
  return {
    outcome: interrupted ? 'interrupted' : exitCode === 0 ? 'finished' : 'failed',
    ...(exitCode === null ? {} : { exitCode }),
    ...(signal === null ? {} : { signal }),
  }
}

export const timestamp = (io: CommandIo): string => new Date(io.clock.now()).toISOString()
