import { GATE_ERROR } from '@assay/domain/findings/gate/gate'
import { Command, CommanderError, Option } from 'commander'
import { VERSION } from './cli-version.ts'
import type { CommandIo } from './command-io.ts'
import { COMPARE_FORMATS, type CompareFormat, compare } from './commands/compare-command.ts'
import { type ExecFlags, exec } from './commands/exec.ts'
import { GATE_FORMATS, type GateFlags, gate } from './commands/gate-command.ts'
import { parse } from './commands/parse.ts'
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
import {
  exportSpec,
  importSpec,
  listSpecs,
  SPEC_FILE_FORMATS,
  type SpecExportFlags,
  type SpecImportFlags,
  type SpecListFlags,
} from './commands/spec-command.ts'
import { exportSpool, type FlushFlags, flushSpool, listSpool, verifySpool } from './commands/spool-command.ts'
import { type WatchFlags, watch } from './commands/watch.ts'
import { EXIT, EXIT_CODES, type ExitCode, GATE_EXIT_CODES } from './exit-code.ts'
import { TOKEN_ARGUMENT_REFUSED } from './server/find-token.ts'
import { warnOfExpiry } from './server/warn-of-expiry.ts'
import { Stop } from './stop.ts'

const ENVIRONMENT = `
Environment:
  ASSAY_URL         the server (default http://localhost:3000)
  ASSAY_PROJECT     the project, where --project is not given
  ASSAY_TOKEN       the token; or
  ASSAY_TOKEN_FILE  a file that holds it, mode 0600; or the token of a server on this machine:
  ASSAY_DATA_DIR    its data directory (default .data), whose file token is used
  ASSAY_SPOOL_DIR   where runs are kept until they are stored (default ~/.local/state/assay)
  ASSAY_SERVER      exec: address of the database to ask, which may hold a password
`

const exitCodes = `\nExit codes:\n${EXIT_CODES.map(({ code, meaning }) => `  ${String(code).padStart(3)}  ${meaning}\n`).join('')}
exec ends with the exit code of the benchmark, unless that is 0; gate with 0 to 3 (assay gate --help).
`

const gateExitCodes = `\nExit codes:\n${GATE_EXIT_CODES.map(({ code, meaning }) => `  ${code}  ${meaning}\n`).join('')}`

/**
 * Runs one command line. Whatever goes wrong is said in a sentence on the log; only a bug throws.
 *
 * @param argv the arguments after the program's name.
 */
export async function run(argv: readonly string[], io: CommandIo): Promise<ExitCode> {
  const said = { out: '', log: '' }
  let code: ExitCode = EXIT.ok
  try {
    refuseTokenArgument(argv)
    const program = buildProgram(warnOfExpiry(io), (result) => {
      code = result
    })
    for (const command of withSubcommands(program)) {
      command.exitOverride().configureOutput({
        writeOut: (text) => {
          said.out += text
        },
        writeErr: (text) => {
          said.log += text
        },
      })
    }
    await program.parseAsync(argv, { from: 'user' })
  } catch (cause) {
    if (cause instanceof CommanderError) code = cause.exitCode === 0 ? EXIT.ok : EXIT.usage
    else if (cause instanceof Stop) {
      code = cause.exitCode
      said.log += `${cause.message}\n`
    } else throw cause
    // The exit codes 1 and 2 of `gate` are verdicts, so a wrong argument needs another code.
    if (argv[0] === 'gate' && code !== EXIT.ok && code !== EXIT.interrupted) code = GATE_ERROR
  }
  await io.out.write(said.out)
  await io.log.write(said.log)
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
    .description('Reads what database benchmarks printed, and uploads it to Assay.')
    .version(VERSION, '-V, --version')
    .enablePositionalOptions() // Else --version of a subcommand would print ours.
    .showHelpAfterError('(add --help for the flags)')
    .addHelpText('after', ENVIRONMENT + exitCodes)
  const paths = [
    '<path...>',
    'files, folders, .gz and .tar.gz of benchmark output; upload documents (.json, .json.gz)',
  ] as const

  addUnderstandFlags(program.command('parse').argument(...paths))
    .description('show what would be uploaded; no network')
    .option('--json', 'one JSON array of upload documents')
    .action(async (given: string[], flags: UnderstandFlags & { json?: boolean }) => done(await parse(given, flags, io)))

  addUnderstandFlags(program.command('push').argument(...paths))
    .description('upload; what cannot be sent now stays in the spool')
    .addOption(projectOption(io))
    .addOption(concurrencyOption())
    .addOption(patienceOption())
    .addOption(onConflictOption().default('stop'))
    .option('--no-raw', 'leave out the raw files')
    .option('--dry-run', 'only show what would be sent')
    .action(async (given: string[], flags: PushFlags) => done(await push(given, flags, io)))

  addFactFlags(
    program
      .command('exec')
      .usage('[options] -- COMMAND')
      .argument('<command...>', 'the benchmark with its options')
      .passThroughOptions(),
  )
    .description('run a benchmark, record machine, server, vmstat and iostat beside it, then upload')
    .addOption(projectOption(io))
    .option('--test <name>', 'name of the test (default: what the benchmark calls it)')
    .option('--profile <file|name>', 'whose groups and order of tests count', 'plain')
    .option('--server <url>', 'the database to ask for version and settings (default: by the options of the benchmark)')
    .option('--data-dir <dir>', 'where the database keeps its files (default: what the server says, else here)')
    .option(
      '--dir <dir>',
      'folder for the results; several steps in one folder are one run (default: assay-results/TIME-TEST)',
    )
    .option('--no-upload', 'only record; assay push DIR or assay watch uploads later')
    .option('--no-raw', 'leave out the raw files')
    .addOption(concurrencyOption())
    .addOption(patienceOption())
    .action(async (given: string[], flags: ExecFlags) => done(await exec(given, flags, io)))

  addUnderstandFlags(program.command('watch').argument('<dir>', 'a directory whose folders are results'))
    .description('upload each folder of DIR once, when it is finished; until Ctrl-C or SIGTERM')
    .addOption(projectOption(io))
    .option(
      '--settle <seconds>',
      'a folder is finished when nothing in it changed for so long',
      wholeNumber(1, 86_400),
      60,
    )
    .addOption(onConflictOption().default('repeat'))
    .option('--no-raw', 'leave out the raw files')
    .addOption(concurrencyOption())
    .addOption(patienceOption())
    .action(async (directory: string, flags: WatchFlags) => done(await watch(directory, flags, io)))

  const spool = program.command('spool').description('runs that wait for the server')
  spool
    .command('list')
    .description('what waits, and what was refused and why')
    .action(async () => done(await listSpool(io)))
  spool
    .command('flush')
    .description('send what waits')
    .addOption(new Option('--project <project>', 'only runs of this project'))
    .option('--any-server', 'also runs that were meant for another server')
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
    .argument('<dir>', 'a new spool directory, to be carried to a machine that reaches the server')
    .description('copy what waits')
    .action(async (directory: string) => done(await exportSpool(directory, io)))

  program
    .command('compare')
    .argument('<query>', 'the query of a compare page, or its whole address')
    .description('print a comparison')
    .addOption(projectOption(io))
    .addOption(new Option('--format <format>', 'how').choices(COMPARE_FORMATS).default('text'))
    .action(async (query: string, flags: { project?: string; format: CompareFormat }) =>
      done(await compare(query, flags, io)),
    )

  program
    .command('share')
    .argument('<query>', 'the query of a compare page, or its whole address')
    .description('freeze a comparison and print the address of a link to it, which is told this once')
    .addOption(projectOption(io))
    .requiredOption('--title <title>', 'what the page is called')
    .addOption(new Option('--days <n>', 'until it ends (default: 90)').argParser(wholeNumber(1, 3_660)))
    .option('--forever', 'it does not end')
    .option('--mask', 'mask the names of products: DBMS A, DBMS B')
    .option('--publish <name>', 'publish it under this name, for everybody, instead of at a secret address')
    .action(async (query: string, flags: ShareFlags) => done(await share(query, flags, io)))

  addUnderstandFlags(program.command('gate'))
    .description('say whether a candidate may pass, compared with a base; improvements never fail it')
    .addOption(projectOption(io))
    .requiredOption('--base <version|run>', 'a version, or the id of a run; several runs count together', listed)
    .requiredOption(
      '--candidate <version|run|path>',
      'the same, or benchmark output that is compared without being stored; several runs or paths count together',
      listed,
    )
    .option(
      '--rule <rule>',
      'what makes a change one: project (its rules, else 5%), a share (3%), or a boundary on history (t-test, percentage:0.1)',
      'project',
    )
    .option('--strict', 'pass only if of every test something can be said')
    .option('--test <name>', 'only this test; may be given several times', listed)
    .option('--benchmark <name>', 'only this benchmark; may be given several times', listed)
    .addOption(new Option('--format <format>', 'how').choices(GATE_FORMATS).default('markdown'))
    .option('--output <file>', 'where the answer goes; standard output then has the verdict alone')
    .option('--upload', 'store the benchmark output first, as assay push does')
    .addOption(onConflictOption().default('stop'))
    .option('--no-raw', 'upload: leave out the raw files')
    .addOption(concurrencyOption())
    .addOption(patienceOption())
    .addHelpText('after', gateExitCodes)
    .action(async (flags: GateFlags) => done(await gate(flags, io)))

  const spec = program.command('spec').description('specs as files')
  spec
    .command('list')
    .description('functional and design specs with what is open, newest change first')
    .addOption(projectOption(io))
    .addOption(new Option('--format <format>', 'how').choices(['text', 'json']).default('text'))
    .action(async (flags: SpecListFlags) => done(await listSpecs(flags, io)))
  spec
    .command('export')
    .argument('<spec>', 'such as FS-1')
    .description('a spec with its figures and its whole appendix, on standard output or as a file')
    .addOption(projectOption(io))
    .addOption(
      new Option('--format <format>', 'how (default: by the ending of the file, else markdown)').choices(
        SPEC_FILE_FORMATS,
      ),
    )
    .option('--revision <n>', 'an older revision (default: the current one)', wholeNumber(1, 1_000_000))
    .option('-o, --output <file>', 'where it goes')
    .action(async (name: string, flags: SpecExportFlags) => done(await exportSpec(name, flags, io)))
  spec
    .command('import')
    .argument('<file>', 'what assay spec export wrote as Markdown or JSON, or any other Markdown')
    .description('a file as a new spec, with its history where it was exported; or as the next revision of one')
    .addOption(projectOption(io))
    .option('--spec <spec>', 'the next revision of this spec, such as FS-1')
    .option('--base <n>', 'the revision it was written on (default: the current one)', wholeNumber(1, 1_000_000))
    .option('--note <text>', 'what is new in the revision')
    .addOption(new Option('--kind <kind>', 'of a new spec (default: functional)').choices(['functional', 'design']))
    .option('--title <title>', 'of a new spec (default: its first heading)')
    .option('--parent <spec>', 'of a new design spec: the functional spec that it builds on')
    .action(async (path: string, flags: SpecImportFlags) => done(await importSpec(path, flags, io)))

  const profile = program.command('profile').description('import profiles: how names encode what was tested')
  profile
    .command('show')
    .argument('[name]', 'a profile that ships', 'archive')
    .description('print it as YAML')
    .action(async (name: string) => done(await showProfile(name, io)))
  profile
    .command('check')
    .argument('<file>', 'a profile of your own')
    .description('say whether it can be used')
    .action(async (file: string) => done(await checkProfile(file, io)))
  return program
}
