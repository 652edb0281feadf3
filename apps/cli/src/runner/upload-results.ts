import { join } from 'node:path'
import type { AllowedCommand, PreparedCommand } from '@assay/domain/run-requests/allow-list'
import type { CommandIo } from '../command-io.ts'
import { push } from '../commands/push.ts'
import { EXIT, type ExitCode } from '../exit-code.ts'
import { Spool } from '../spool/spool.ts'
import { resultsOf } from './execute-command.ts'

const MANY_DAYS_S = 31_536_000

/**
 * Uploads the results of an attempt as `assay push` does, from a spool of its own, and waits for a server that cannot be
 * reached. Called again after a kill, it sends what is missing.
 *
 * @returns the ids of the runs that are stored.
 */
export async function uploadResults(
  command: AllowedCommand,
  { facts }: PreparedCommand,
  { folder, project, io }: { folder: string; project: string; io: CommandIo },
): Promise<{ code: ExitCode; runIds: string[] }> {
  const directory = join(folder, 'spool')
  const flags = {
    ...({ project, concurrency: 4, raw: true, yes: true, onConflict: 'repeat', patience: MANY_DAYS_S } as const),
    ...(command.profile !== undefined && { profile: command.profile }),
    // A record of assay exec has its facts.
    ...(command.results === 'folder' && facts),
    ...(command.results === 'record' && command.profile === undefined && { profile: 'plain' }),
  }
  const variables = { ...io.variables, ASSAY_SPOOL_DIR: directory }
  const code = await push([resultsOf(folder)], flags, { ...io, variables })
  const spool = await Spool.open(directory, { now: io.clock.now() })
  const receipts = (await spool.receipts()).flatMap(({ receipt }) => (receipt === null ? [] : [receipt.runId]))
  return { code: code === EXIT.ok && receipts.length === 0 ? EXIT.refused : code, runIds: [...new Set(receipts)] }
}
