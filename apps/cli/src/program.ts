import { GATE_ERROR } from '@assay/domain/findings/gate/gate'
import { Command, CommanderError, Option } from 'commander'
import { VERSION } from './cli-version.ts'
import type { CommandIo } from './command-io.ts'
import { COMPARE_FORMATS, type CompareFormat, compare } from './commands/compare-command.ts'
import { type ExecFlags, exec } from './commands/exec.ts'
import { GATE_FORMATS, type GateFlags, gate } from './commands/gate-command.ts'
import { parse } from './commands/parse.ts'
import { type PreviewFlags, preview } from './commands/preview.ts'
import { checkProfile, showProfile } from './commands/profile-command.ts'
import { type PushFlags, push } from './commands/push.ts'
import { type ShareFlags, share } from './commands/share-command.ts'
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
} from './commands/shared-options.ts'
import { addSpecCommands } from './commands/spec-program.ts'
import { exportSpool, type FlushFlags, flushSpool, listSpool, verifySpool } from './commands/spool-command.ts'
import { type WatchFlags, watch } from './commands/watch.ts'
import { EXIT, EXIT_CODES, type ExitCode, GATE_EXIT_CODES, PREVIEW_EXIT_CODES } from './exit-code.ts'
import { TOKEN_ARGUMENT_REFUSED } from './server/find-token.ts'
import { warnOfExpiry } from './server/warn-of-expiry.ts'
import { Stop } from './stop.ts'

const ENVIRONMENT = `
Environment:
  ASSAY_URL         the server (default http://localhost:3000)
  ASSAY_PROJECT     the project, where --project is not given
  ASSAY_TOKEN       the token; or
  ASSAY_TOKEN_FILE  a file with the token, mode 0600; or the token of a server on this machine:
  ASSAY_DATA_DIR    its data directory (default .data), whose file token is used
  ASSAY_SPOOL_DIR   directory of runs that are not sent yet (default ~/.local/state/assay)
  ASSAY_SERVER      exec: address of the database server; may contain a password
`

const exitCodes = `\nExit codes:\n${EXIT_CODES.map(({ code, meaning }) => `  ${String(code).padStart(3)}  ${meaning}\n`).join('')}
exec ends with the exit code of the benchmark, unless that is 0; gate with 0 to 3 (assay gate --help).
`

const exitCodesOf = (codes: typeof GATE_EXIT_CODES): string =>
  `\nExit codes:\n${codes.map(({ code, meaning }) => `  ${code}  ${meaning}\n`).join('')}`

/**
 * Runs one command line. Every error is logged as a sentence; only a bug throws.
 *
 * @param argv the arguments after the program's name.
 */
export async function run(argv: readonly string[], io: CommandIo): Promise<ExitCode> {
  const output = { out: '', log: '' }
  let code: ExitCode = EXIT.ok
  try {
    refuseTokenArgument(argv)
    const program = buildProgram(warnOfExpiry(io), (result) => {
      code = result
    })
    for (const command of withSubcommands(program)) {
      command.exitOverride().configureOutput({
        writeOut: (text) => {
          output.out += text
        },
        writeErr: (text) => {
          output.log += text
        },
      })
    }
    await program.parseAsync(argv, { from: 'user' })
  } catch (cause) {
    if (cause instanceof CommanderError) code = cause.exitCode === 0 ? EXIT.ok : EXIT.usage
    else if (cause instanceof Stop) {
      code = cause.exitCode
      output.log += `${cause.message}\n`
    } else throw cause
    // The exit codes 1 and 2 of `gate` are verdicts, so a wrong argument needs another code.
    if (argv[0] === 'gate' && code !== EXIT.ok && code !== EXIT.interrupted) code = GATE_ERROR
  }
  await io.out.write(output.out)
  await io.log.write(output.log)
  return code
}

function refuseTokenArgument(argv: readonly string[]): void {
  const end = argv.indexOf('--')
  const options = end === -1 ? argv : argv.slice(0, end)
  if (options.some((argument) => /^--token(=|$)/.test(argument))) throw new Stop(EXIT.usage, TOKEN_ARGUMENT_REFUSED)
}

function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)]
}

function buildProgram(io: CommandIo, done: (code: ExitCode) => void): Command {
  const program = new Command('assay')
    .description('Parses the output of database benchmarks and uploads it to Assay.')
    .version(VERSION, '-V, --version')
    .enablePositionalOptions() // Without this --version of a subcommand would print the version of assay.
    .showHelpAfterError('(add --help for the flags)')
    .addHelpText('after', ENVIRONMENT + exitCodes)
  const paths = [
    '<path...>',
    'files, folders, .gz and .tar.gz of benchmark output; upload documents (.json, .json.gz)',
  ] as const

  addUnderstandFlags(program.command('parse').argument(...paths))
    .description('show the runs that would be uploaded; no network')
    .option('--json', 'one JSON array of upload documents')
    .action(async (given: string[], flags: UnderstandFlags & { json?: boolean }) => done(await parse(given, flags, io)))

  addUnderstandFlags(program.command('preview').argument(...paths))
    .description('show runs with the source of each dimension and open questions; no network')
    .option('--json', 'one JSON preview document')
    .addHelpText('after', exitCodesOf(PREVIEW_EXIT_CODES))
    .action(async (given: string[], flags: PreviewFlags) => done(await preview(given, flags, io)))

  addUnderstandFlags(program.command('push').argument(...paths))
    .description('upload runs; those that cannot be sent now stay in the spool')
    .addOption(projectOption(io))
    .addOption(concurrencyOption())
    .addOption(patienceOption())
    .addOption(onConflictOption().default('stop'))
    .option('--no-raw', 'leave out the raw files')
    .option('--dry-run', 'only show the runs that would be sent')
    .option('-y, --yes', 'upload without asking; an open question still stops')
    .action(async (given: string[], flags: PushFlags) => done(await push(given, flags, io)))

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
    .option('--no-upload', 'only record; assay push DIR or assay watch uploads later')
    .option('--no-raw', 'leave out the raw files')
    .addOption(concurrencyOption())
    .addOption(patienceOption())
    .action(async (given: string[], flags: ExecFlags) => done(await exec(given, flags, io)))

  addUnderstandFlags(program.command('watch').argument('<dir>', 'directory that contains a folder for each result'))
    .description('upload each folder of DIR once, when it is finished; until Ctrl-C or SIGTERM')
    .addOption(projectOption(io))
    .option('--settle <seconds>', 'seconds without a change until a folder is finished', wholeNumber(1, 86_400), 60)
    .addOption(onConflictOption().default('repeat'))
    .option('--no-raw', 'leave out the raw files')
    .addOption(concurrencyOption())
    .addOption(patienceOption())
    .action(async (directory: string, flags: WatchFlags) => done(await watch(directory, flags, io)))

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

  program
    .command('compare')
    .argument('<query>', 'the query of a compare page, or its whole address')
    .description('print a comparison')
    .addOption(projectOption(io))
    .addOption(new Option('--format <format>', 'output format').choices(COMPARE_FORMATS).default('text'))
    .action(async (query: string, flags: { project?: string; format: CompareFormat }) =>
      done(await compare(query, flags, io)),
    )

  program
    .command('share')
    .argument('<query>', 'the query of a compare page, or its whole address')
    .description('create a shared link to a frozen comparison and print its address, which is shown only once')
    .addOption(projectOption(io))
    .requiredOption('--title <title>', 'title of the page')
    .addOption(new Option('--days <n>', 'days until the link expires (default: 90)').argParser(wholeNumber(1, 3_660)))
    .option('--forever', 'the link does not expire')
    .option('--mask', 'mask the names of products: DBMS A, DBMS B')
    .option('--publish <name>', 'publish it under this name, for everybody, instead of at a secret address')
    .action(async (query: string, flags: ShareFlags) => done(await share(query, flags, io)))

  addUnderstandFlags(program.command('gate'))
    .description('compare a candidate with a base and fail on regressions; improvements never fail')
    .addOption(projectOption(io))
    .requiredOption('--base <version|run>', 'a version, or the id of a run; several runs count together', listed)
    .requiredOption(
      '--candidate <version|run|path>',
      'the same, or benchmark output that is compared without being stored; several runs or paths count together',
      listed,
    )
    .option(
      '--rule <rule>',
      'definition of a change: project (its rules, else 5%), a share (3%), or a boundary from history (t-test, percentage:0.1)',
      'project',
    )
    .option('--strict', 'pass only if no test is inconclusive')
    .option('--test <name>', 'only this test; may be given several times', listed)
    .option('--benchmark <name>', 'only this benchmark; may be given several times', listed)
    .addOption(new Option('--format <format>', 'output format').choices(GATE_FORMATS).default('markdown'))
    .option('--output <file>', 'write the result to a file; standard output then has only the verdict')
    .option('--upload', 'store the benchmark output first, as assay push does')
    .addOption(onConflictOption().default('stop'))
    .option('--no-raw', 'upload: leave out the raw files')
    .addOption(concurrencyOption())
    .addOption(patienceOption())
    .addHelpText('after', exitCodesOf(GATE_EXIT_CODES))
    .action(async (flags: GateFlags) => done(await gate(flags, io)))

  addSpecCommands(program, io, done)

  const profile = program.command('profile').description('import profiles: rules for names of files and folders')
  profile
    .command('show')
    .argument('[name]', 'a built-in profile', 'archive')
    .description('print it as YAML')
    .action(async (name: string) => done(await showProfile(name, io)))
  profile
    .command('check')
    .argument('<file>', 'your own profile')
    .description('check a profile')
    .action(async (file: string) => done(await checkProfile(file, io)))
  return program
}
