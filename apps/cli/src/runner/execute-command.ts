import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { AllowedCommand, PreparedCommand } from '@assay/domain/run-requests/allow-list'
import type { CommandIo } from '../command-io.ts'
import { exec } from '../commands/exec.ts'
import { runBenchmark } from '../exec/benchmark-process.ts'
import { Stop } from '../stop.ts'
import { ATTEMPT_VARIABLE } from './orphans.ts'

/** Variables that a command gets from the runner. The token of the runner is none of them. */
const PASSED = ['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'TZ', 'TMPDIR', 'LD_LIBRARY_PATH'] as const

export type Executed = { exitCode: number | null; reason: string | null }

/**
 * Executes an allowed command, without a shell. Its results are in the folder `results`: written by `assay exec`, or by
 * the command itself into ASSAY_RESULT_DIR.
 *
 * @param folder of the attempt.
 */
export async function executeCommand(
  command: AllowedCommand,
  { argv, env, facts }: PreparedCommand,
  { folder, attemptId, io }: { folder: string; attemptId: string; io: CommandIo },
): Promise<Executed> {
  const passed = Object.fromEntries(PASSED.map((name) => [name, io.variables[name]]))
  const results = resultsOf(folder)
  const variables = { ...passed, ...env, [ATTEMPT_VARIABLE]: attemptId }
  try {
    if (command.results === 'folder') return await executeInFolder(argv, { ...io, variables }, results, folder)
    const flags = {
      ...{ profile: command.profile ?? 'plain', concurrency: 1, raw: true, upload: false, dir: results },
      ...(command.test !== undefined && { test: command.test }),
      ...facts,
    }
    return { exitCode: await exec(argv, flags, { ...io, variables }), reason: null }
  } catch (cause) {
    if (!(cause instanceof Stop)) throw cause
    return { exitCode: cause.exitCode, reason: cause.message }
  }
}

export const resultsOf = (folder: string): string => join(folder, 'results')

async function executeInFolder(
  argv: readonly string[],
  io: CommandIo,
  results: string,
  folder: string,
): Promise<Executed> {
  await mkdir(results, { recursive: true })
  const file = await open(join(folder, 'output.log'), 'a')
  try {
    const variables = { ...io.variables, ASSAY_RESULT_DIR: results }
    const signal = io.catchInterrupts()
    const ending = await runBenchmark({ argv, variables, out: io.out, log: io.log, file, signal, ...io.benchmark })
    return {
      exitCode: ending.exitCode,
      reason: ending.signal === null ? null : `The command was ended by ${ending.signal}.`,
    }
  } finally {
    await file.close()
  }
}
