import { plural } from '@assay/domain/plural'
import type { CommandIo } from '../command-io.ts'
import type { Environment } from '../environment.ts'
import { EXIT, type ExitCode, worstOf } from '../exit-code.ts'
import { findToken, noTokenSentence } from '../server/find-token.ts'
import type { Spool } from '../spool/spool.ts'
import { DEFAULT_PATIENCE } from '../upload/backoff.ts'
import { flush } from '../upload/flush.ts'
import { sendEntry } from '../upload/send-entry.ts'
import { DeliveryReporter } from './delivery-reporter.ts'

export type DeliverFlags = { concurrency: number; patience?: number }

/** Sends entries of the spool and reports progress; without a token they stay in the spool. */
export async function deliver(
  {
    spool,
    names,
    environment,
    signal,
  }: { spool: Spool; names: readonly string[]; environment: Environment; signal: AbortSignal },
  { concurrency, patience }: DeliverFlags,
  io: CommandIo,
): Promise<ExitCode> {
  const { serverUrl } = environment
  const token = await findToken(environment)
  if (token === null) {
    await io.log.write(
      `${noTokenSentence(environment)} ${plural(names.length, 'run')} left in the spool ${spool.directory}; then run assay spool flush.\n`,
    )
    return EXIT.pending
  }
  const connection = { serverUrl, token, fetch: io.fetch }
  const reporter = new DeliveryReporter(io, names.length)
  const report = await flush({
    spool,
    names,
    send: (entry, attempt) => sendEntry({ connection, clock: io.clock }, entry, attempt),
    clock: io.clock,
    concurrency,
    patience: patience === undefined ? DEFAULT_PATIENCE : { unreachableMs: patience * 1000, busyMs: patience * 1000 },
    signal,
    onEvent: reporter.onEvent,
  })
  await reporter.finish(report, spool.directory)
  return worstOf([
    report.rejected.length > 0 ? EXIT.refused : EXIT.ok,
    report.pending.length > 0 ? EXIT.pending : EXIT.ok,
    signal.aborted && report.pending.length > 0 ? EXIT.interrupted : EXIT.ok,
  ])
}
