import type { Command } from 'commander'
import type { CommandIo } from '../command-io.ts'
import { type ExitCode, exitCodesHelp, PREVIEW_EXIT_CODES } from '../exit-code.ts'
import { type ExecFlags, exec } from './exec.ts'
import { parse } from './parse.ts'
import { type PreviewFlags, preview } from './preview.ts'
import { type PushFlags, push } from './push.ts'
import {
  addFactFlags,
  addUnderstandFlags,
  concurrencyOption,
  listed,
  onConflictOption,
  patienceOption,
  projectOption,
  type UnderstandFlags,
  wholeNumber,
} from './shared-options.ts'
import { type WatchFlags, watch } from './watch.ts'

const PATHS = [
  '<path...>',
  'files, folders and archives (.gz, .zst, .tar.gz, .tar.zst, .zip) of benchmark output; upload documents (.json, .json.gz)',
] as const

/** Adds the commands that make and upload runs: `parse`, `preview`, `push`, `exec` and `watch`. */
export function addRunCommands(program: Command, io: CommandIo, done: (code: ExitCode) => void): void {
  addUnderstandFlags(program.command('parse').argument(...PATHS))
    .description('show the runs that would be uploaded; no network')
    .option('--json', 'one JSON array of upload documents')
    .action(async (given: string[], flags: UnderstandFlags & { json?: boolean }) => done(await parse(given, flags, io)))

  addUnderstandFlags(program.command('preview').argument(...PATHS))
    .description('show runs with the source of each dimension and open questions; no network')
    .option('--json', 'one JSON preview document')
    .addHelpText('after', exitCodesHelp(PREVIEW_EXIT_CODES))
    .action(async (given: string[], flags: PreviewFlags) => done(await preview(given, flags, io)))

  addUnderstandFlags(program.command('push').argument(...PATHS))
    .description('upload runs; those that cannot be sent now stay in the spool')
    .addOption(projectOption(io))
    .addOption(concurrencyOption())
    .addOption(patienceOption())
    .addOption(onConflictOption().default('stop'))
    .option('--no-raw', 'leave out the raw files')
    .option('--dry-run', 'only show the runs that would be sent')
    .option('-y, --yes', 'upload without asking; an open question still stops')
    .action(async (given: string[], flags: PushFlags) => done(await push(given, flags, io)))
  addExec(program, io, done)
  addWatch(program, io, done)
}

function addExec(program: Command, io: CommandIo, done: (code: ExitCode) => void): void {
  addFactFlags(
    program
      .command('exec')
      .usage('[options] -- COMMAND')
      .argument('<command...>', 'the benchmark with its options')
      .passThroughOptions(),
  )
    .description('run a benchmark, record machine, server, vmstat and iostat, then upload')
    .addOption(projectOption(io))
    .option('--test <name>', 'name of the test (default: the name that the benchmark uses)')
    .option('--profile <file|name>', 'profile with the groups and the order of tests', 'plain')
    .option('--server <url>', 'the database to ask for version and settings (default: by the options of the benchmark)')
    .option(
      '--data-dir <dir>',
      'data directory of the database (default: as the server reports, else the current directory)',
    )
    .option(
      '--dir <dir>',
      'folder for the results; several steps in one folder are one run (default: assay-results/TIME-TEST)',
    )
    .option('--experiment <name>', 'attach the run to a candidate of this experiment and print the decision')
    .option('--candidate <number>', 'number of the candidate; 0 is the base', wholeNumber(0, 1_000_000))
    .option('--key <file>', 'key of this runner, which signs the record of the run (assay experiment key)')
    .option('--as-user <user>', 'run the benchmark as this user, who cannot read the key; needs root')
    .option('--protect <path>', 'refuse to start if --as-user could read this path; may be given several times', listed)
    .option('--no-upload', 'only record; assay push DIR or assay watch uploads later')
    .option('--no-raw', 'leave out the raw files')
    .addOption(concurrencyOption())
    .addOption(patienceOption())
    .action(async (given: string[], flags: ExecFlags) => done(await exec(given, flags, io)))
}

function addWatch(program: Command, io: CommandIo, done: (code: ExitCode) => void): void {
  addUnderstandFlags(program.command('watch').argument('<dir>', 'directory that contains a folder for each result'))
    .description('upload each folder of DIR once, when it is finished; until Ctrl-C or SIGTERM')
    .addOption(projectOption(io))
    .option('--settle <seconds>', 'seconds without a change until a folder is finished', wholeNumber(1, 86_400), 60)
    .addOption(onConflictOption().default('repeat'))
    .option('--no-raw', 'leave out the raw files')
    .addOption(concurrencyOption())
    .addOption(patienceOption())
    .action(async (directory: string, flags: WatchFlags) => done(await watch(directory, flags, io)))
}
