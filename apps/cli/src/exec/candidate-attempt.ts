import type { KeyObject } from 'node:crypto'
import type { RunRecord } from '@assay/domain/experiments/run-record'
import type { CommandIo } from '../command-io.ts'
import { requireProject } from '../commands/require-project.ts'
import { EXIT } from '../exit-code.ts'
import { Stop } from '../stop.ts'
import { type CommandHashes, commandHashes } from './command-hash.ts'
import { countFinished, countStarted } from './run-counter.ts'
import { readRunnerKey } from './runner-key.ts'
import { readSeparateUser, type SeparateUser } from './separate-user.ts'

export type AttemptFlags = {
  project?: string
  experiment?: string
  candidate?: number
  key?: string
  asUser?: string
  protect?: string[]
}

/** One measurement of a candidate by this runner. */
export type Attempt = {
  measured: RunRecord['measured']
  key: { path: string; key: KeyObject } | null
  user: SeparateUser | null
  hashes: CommandHashes
}

/**
 * Checks the separation of candidate and runner before anything runs, hashes the program, and counts the run.
 *
 * @returns the attempt, null without an experiment; and the user of the benchmark, null for that of this process.
 */
export async function startAttempt(
  argv: readonly string[],
  { project, experiment, candidate, key: path, asUser, protect = [] }: AttemptFlags,
  io: CommandIo,
): Promise<{ attempt: Attempt | null; user: SeparateUser | null }> {
  if ((experiment === undefined) !== (candidate === undefined))
    throw new Stop(EXIT.usage, '--experiment and --candidate are given together; 0 is the base.')
  const key = path === undefined ? null : { path, key: await readRunnerKey(path) }
  const protectedPaths = [...(path === undefined ? [] : [path]), ...protect]
  const user = asUser === undefined ? null : await readSeparateUser(asUser, protectedPaths)
  if (experiment === undefined || candidate === undefined) return { attempt: null, user }
  const measured = { project: requireProject(project), experiment, candidate }
  const hashes = await commandHashes(argv, io.variables.PATH ?? '')
  if (key !== null) await countStarted(key.path, measured)
  return { attempt: { measured, key, user, hashes }, user }
}

/** Counts a run whose results are stored, unless its program changed meanwhile. */
export async function finishAttempt(
  { measured, key, hashes }: Attempt,
  argv: readonly string[],
  io: CommandIo,
): Promise<RunRecord['counter'] | null> {
  const now = await commandHashes(argv, io.variables.PATH ?? '')
  if (now.binarySha256 !== hashes.binarySha256 || now.filesSha256 !== hashes.filesSha256)
    throw new Stop(EXIT.refused, 'The program changed while it ran, so the run was stored but not attached.')
  return key === null ? null : countFinished(key.path, measured)
}
