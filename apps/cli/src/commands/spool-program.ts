import { type Command, Option } from 'commander'
import type { CommandIo } from '../command-io.ts'
import type { ExitCode } from '../exit-code.ts'
import { concurrencyOption, onConflictOption, patienceOption } from './shared-options.ts'
import { exportSpool, type FlushFlags, flushSpool, listSpool, verifySpool } from './spool-command.ts'

/** Adds `assay spool list`, `flush`, `verify` and `export`. */
export function addSpoolCommands(program: Command, io: CommandIo, done: (code: ExitCode) => void): void {
  const spool = program.command('spool').description('manage runs that are not sent yet')
  spool
    .command('list')
    .description('list runs that are not sent yet, and refused runs with the reason')
    .action(async () => done(await listSpool(io)))
  spool
    .command('flush')
    .description('send all waiting runs')
    .addOption(new Option('--project <project>', 'only runs of this project'))
    .option('--any-server', 'also runs for other servers')
    .addOption(onConflictOption())
    .addOption(concurrencyOption())
    .addOption(patienceOption())
    .action(async (flags: FlushFlags) => done(await flushSpool(flags, io)))
  spool
    .command('verify')
    .description('check every file against its digest')
    .action(async () => done(await verifySpool(io)))
  spool
    .command('export')
    .argument('<dir>', 'new spool directory, for a machine that can reach the server')
    .description('copy waiting runs into a new spool')
    .action(async (directory: string) => done(await exportSpool(directory, io)))
}
