import { GATE_ERROR } from '@assay/domain/findings/gate/gate'
import { Command, CommanderError } from 'commander'
import { VERSION } from './cli-version.ts'
import type { CommandIo } from './command-io.ts'
import { addComparisonCommands } from './commands/comparison-program.ts'
import { addExperimentCommands } from './commands/experiment-program.ts'
import { addExportResultsCommand } from './commands/export-results-command.ts'
import { mcp } from './commands/mcp-command.ts'
import { addProfileCommands } from './commands/profile-program.ts'
import { addRunCommands } from './commands/run-program.ts'
import { addRunRequestCommand } from './commands/run-request-command.ts'
import { addRunnerCommand } from './commands/runner-command.ts'
import { addSpecCommands } from './commands/spec-program.ts'
import { addSpoolCommands } from './commands/spool-program.ts'
import { EXIT, EXIT_CODES, type ExitCode } from './exit-code.ts'
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
exec ends with the exit code of the benchmark, unless that is 0; gate with 0 to 4 (assay gate --help).
`

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
  addRunCommands(program, io, done)
  addRunnerCommand(program, io, done)
  addRunRequestCommand(program, io, done)
  addExportResultsCommand(program, io, done)
  addSpoolCommands(program, io, done)
  addComparisonCommands(program, io, done)
  addExperimentCommands(program, io, done)
  addSpecCommands(program, io, done)
  addProfileCommands(program, io, done)
  program
    .command('mcp')
    .description('serve the tools of Assay to an agent over standard input and output (Model Context Protocol)')
    .action(async () => done(await mcp(io)))
  return program
}
